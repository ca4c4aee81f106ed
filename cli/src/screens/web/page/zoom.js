// A larger board on a small screen: places that no finger could hit are drawn large enough, and the board is
// moved under its frame.
import { el } from './dom.js';

const HITTABLE = 30, LARGE = 38; // px from one place to the next

// A button that is there where it is needed. `where` says which place is to be in sight.
export function zoomer(frame, board, where) {
  const title = 'Places large enough for a finger';
  const button = el('button', { type: 'button', class: 'zoom', 'aria-pressed': 'false', hidden: true, title }, 'Zoom');
  const apart = () => frame.clientWidth / board.box.width * 100;
  const show = on => {
    frame.style.setProperty('--zoom', (LARGE / apart()).toFixed(2));
    frame.classList.toggle('zoomed', on);
    button.setAttribute('aria-pressed', String(on));
    if (!on) return;
    const { x, y } = board.places[where()].at, scale = board.svg.clientWidth / board.box.width;
    frame.scrollTo((x - board.box.x) * scale - frame.clientWidth / 2, (y - board.box.y) * scale - frame.clientHeight / 2);
  };
  button.addEventListener('click', () => show(!frame.classList.contains('zoomed')));
  new ResizeObserver(() => {
    button.hidden = !frame.clientWidth || apart() >= HITTABLE;
    if (button.hidden) show(false);
  }).observe(frame);
  return button;
}
