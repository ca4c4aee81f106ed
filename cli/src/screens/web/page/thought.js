// What the machine thinks, as it thinks it.
import { button, capitalised, el } from './dom.js';
import { share } from './graph.js';
import { sign } from './moves.js';

const compact = figure => (figure >= 999.5e6 ? `${(figure / 1e9).toFixed(2)} G` : figure >= 999.5e3 ? `${(figure / 1e6).toFixed(1)} M`
  : figure >= 999.5 ? `${(figure / 1e3).toFixed(0)} k` : String(figure));
const WORDS = {
  move: 'The computer is thinking', hint: 'Looking for a good move', watch: 'Thinking along', review: 'Looking through the game',
};
const DONE = { move: 'It thought', hint: 'A good move', watch: 'Thought', review: 'Looked through' };

// Beside each other: Black's share and White's.
export function bar(worth, scale) {
  const black = worth ? share(worth, scale) : 0.5;
  const fill = el('span', { class: 'of-black' });
  fill.style.inlineSize = `${(100 * black).toFixed(1)}%`;
  const told = worth ? `${worth.black > 0 ? 'Black' : worth.black < 0 ? 'White' : 'nobody'} is ahead` : 'not known';
  return el('div', { class: 'bar', role: 'img', 'aria-label': `Evaluation: ${told}` }, fill, el('span', { class: 'half' }));
}

// `again` asks for the same once more, where that makes sense: nothing that fails is tried over and over by
// itself.
export function thought(told, state, again) {
  // Some moves of the computer's need no search, and what waits may be ended before it begins.
  const nothing = !told || (told.what !== 'review' && told.done && !told.problem && !told.lines.length);
  if (nothing) return el('div', {}, el('p', { class: 'faint' }, 'Nothing is being thought about.'), told && again && button('Think on', again));
  if (told.problem) return el('div', {}, el('p', { class: 'fault' }, capitalised(told.problem)), again && button('Try again', again));
  if (told.what === 'review') {
    const { seen, of } = state.review || { seen: 0, of: state.moves.length };
    if (seen || !told.before || told.done) {
      const goes = `Looking through the game: ${seen} of ${of} moves`;
      const ended = seen < of ? `Stopped after ${seen} of ${of} moves.` : `${seen} moves were looked at.`;
      return el('p', { class: 'faint' }, told.done ? ended : goes);
    }
  }
  if (told.before !== null && told.before !== undefined && !told.done) {
    const waits = `Waiting: ${told.before} ${told.before === 1 ? 'search comes' : 'searches come'} first`;
    return el('p', { class: 'faint' }, told.before ? waits : 'Beginning…');
  }
  const mover = state.moves[told.ply] ? state.moves[told.ply][0] : state.board.side;
  const what = (told.done ? DONE : WORDS)[told.what];
  return el('div', { class: 'thought' },
    el('p', { class: told.done ? 'figures' : 'figures live' },
      el('strong', {}, `${what}, for ${capitalised(mover)}: depth ${told.depth}`),
      ` · ${compact(told.nodes)} nodes · ${told.speed} · ${told.seconds.toFixed(1)} s`),
    el('ol', { class: 'lines' }, told.lines.map(line => el('li', {},
      el('strong', { class: 'score' }, line.text), line.sure && el('small', { class: 'faint' }, ` ${line.sure}`),
      el('span', { class: 'variation' }, ` ${line.moves.join(' ')}`)))),
    told.what !== 'hint' && told.done && again && button('Think on', again));
}

// What was found of the move that was made after so many; nothing where it was not looked at.
export function judgement(state, ply) {
  const entry = state.judged[ply];
  if (!entry) return undefined;
  const [side, text] = state.moves[ply];
  const [best, ...then] = entry.best, { text: worth } = entry.worth;
  const lost = entry.lost ? `, which lost ${entry.lost}. ` : '. ', line = then.length ? `, then ${then.join(' ')}` : '';
  return el('p', {}, `Here ${side} played `, el('strong', {}, `${text}${sign(entry)}`), lost,
    best === text ? `The best: ${worth}.`
      : el('span', {}, entry.loss === 0 ? 'As good as the best, ' : 'Best is ', el('strong', {}, best), ` (${worth})${line}`));
}
