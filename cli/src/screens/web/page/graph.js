// The evaluation over the game, and how it stands now.
import { svg } from './drawing.js';
import { isBad } from './moves.js';

const WIDTH = 300, HEIGHT = 96;

// The share of the bar that is Black's: half of it where nobody is ahead.
export const share = ({ black, forced }, scale) => (forced ? (black > 0 ? 1 : 0) : 0.5 + black / (2 * (Math.abs(black) + scale)));

// The scale of a game: what is much in it. Of a calm game, not less than a few units.
export const scaleOf = judged =>
  Math.max(4, ...judged.filter(entry => entry && !entry.worth.forced).map(entry => Math.abs(entry.worth.black))) * 0.6;

// `judged` has at most one entry more than there are moves: how it stands now. That is no mistake in this
// game.
export function graph(judged, plies, ply, go) {
  const drawing = svg('svg', { class: 'graph', viewBox: `0 0 ${WIDTH} ${HEIGHT}`, preserveAspectRatio: 'none', role: 'img' });
  const scale = scaleOf(judged);
  const x = number => (plies ? number * WIDTH / plies : 0);
  const y = entry => (1 - share(entry.worth, scale)) * (HEIGHT - 8) + 4;
  const known = judged.map((entry, number) => [entry, number]).filter(([entry]) => entry);
  const bad = known.filter(([entry, number]) => number < plies && isBad(entry));
  drawing.setAttribute('aria-label', known.length
    ? `Evaluation over ${plies} moves; ${bad.length} moves are marked as mistakes`
    : 'No move has been looked at so far');
  drawing.append(svg('rect', { class: 'of-white', width: WIDTH, height: HEIGHT }));
  if (known.length) {
    const points = known.map(([entry, number]) => `${x(number)},${y(entry)}`);
    // What is known last goes on to the end.
    points.push(`${WIDTH},${y(known[known.length - 1][0])}`);
    drawing.append(
      svg('polygon', { class: 'of-black', points: `${x(known[0][1])},${HEIGHT} ${points.join(' ')} ${WIDTH},${HEIGHT}` }),
      svg('polyline', { class: 'curve', points: points.join(' ') }));
  }
  drawing.append(svg('line', { class: 'even', x1: 0, x2: WIDTH, y1: HEIGHT / 2, y2: HEIGHT / 2 }));
  for (const [entry, number] of bad) {
    drawing.append(svg('ellipse', { class: `mark ${entry.mark}`, cx: x(number), cy: y(entry), rx: 3, ry: 4 },
      svg('title', {}, `move ${number + 1}: ${entry.lost}`)));
  }
  drawing.append(svg('line', { class: 'now', x1: x(ply), x2: x(ply), y1: 0, y2: HEIGHT }));
  drawing.addEventListener('click', event => {
    const box = drawing.getBoundingClientRect();
    go(Math.round((event.clientX - box.left) / box.width * plies));
  });
  return drawing;
}
