// Who plays, whose turn it is, how it has ended: beside the board, and in the title of the window.
import { capitalised, el } from './dom.js';
import { question } from './opening.js';

const SIDES = ['black', 'white'];

// The computer's names, as saved games have them, in fewer words.
const shorter = name => name.replace(/^computer level /, 'computer, level\u00a0')
  .replace(/^computer time (\S+)/, 'computer, $1 a move').replace(/^computer clock .*/, 'computer');

// `view` is the position that is shown, be it an earlier one; what is said is of the game as it is.
// `stands` tells that the computer does not think although it is its turn.
export function status(part, state, view, stands, clocks) {
  const { seats, names, result, winner } = state;
  const person = seats.indexOf('human'), single = person >= 0 && seats[1 - person] === 'computer';
  const own = single ? SIDES[person] : undefined;
  const { side: mover } = state.board;
  const whose = mover === own ? 'Your move' : `${capitalised(mover)} to move`;
  const asked = question(state);
  const turn = result || asked || (state.computers && !stands ? `The computer (${mover}) is thinking…` : whose);
  const won = result && single && winner ? (winner === own ? 'You win. ' : 'You lose. ') : '';
  const called = number => (asked ? 'to be chosen' : names[number] !== 'human' ? shorter(names[number]) : single ? 'you' : capitalised(SIDES[number]));
  const player = (side, number) => el('div', { class: `player${view.side === side && !result ? ' on-move' : ''}` },
    el('span', { class: `stone ${side}`, role: 'img', 'aria-label': capitalised(side) }), el('span', {}, called(number), clocks[number]));
  part.replaceChildren(el('div', { class: 'players' }, SIDES.map(player)),
    el('h1', { class: result ? 'turn over' : 'turn' }, won + turn), el('p', { class: 'counts' }, view.counts),
    state.warning ? el('p', { class: 'fault' }, state.warning) : '');
  const game = capitalised(state.game);
  document.getElementById('where').textContent = `${game} ${state.variant}${state.size ? ` ${state.size}×${state.size}` : ''}`;
  document.title = `${result || (!asked && mover === own ? 'Your move' : turn)} – ${game} – anyply`;
}

const isPass = text => text.toLowerCase() === 'pass';
const since = (before, { moves }) => moves.slice(before.moves.length);

// What has happened since another state of the same game, for who does not see it.
export function news(before, state) {
  const { board, result, moves } = state;
  const made = since(before, state).map(([side, text]) => `${capitalised(side)} ${isPass(text) ? 'passes' : `plays ${text}`}.`).join(' ');
  // Given up, or not any more: no move was taken back then.
  const ended = before.result !== result && before.moves.length === moves.length;
  const stands = result || question(state) || `${capitalised(board.side)} to move`;
  return `${made || (ended ? '' : 'A move was taken back.')} ${stands}. ${board.counts}`.trim();
}

// Who had no move since then. The computer may have answered already.
export function passes(before, state) {
  const sides = since(before, state).filter(([, text]) => isPass(text)).map(([side]) => side);
  return [...new Set(sides)].map(side => `${capitalised(side)} has no move and passes.`).join(' ');
}
