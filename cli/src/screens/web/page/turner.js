// A button that turns the board the other way up: its lowest row is its highest then. The window remembers.
import { button } from './dom.js';

export function turner(frame, board, kept) {
  const turn = () => {
    board.turn();
    made.setAttribute('aria-pressed', String(board.turned));
    // What is in sight of a board that is larger than its frame stays so.
    frame.scrollTop = frame.scrollHeight - frame.clientHeight - frame.scrollTop;
  };
  const made = button('Turn the board', () => {
    turn();
    kept.set('turned', board.turned);
  }, { class: 'upside', 'aria-pressed': 'false', title: 'The other way up' });
  if (kept.get('turned')) turn();
  return made;
}
