// The moves of a game, to be walked through.
import { capitalised, el } from './dom.js';

// How bad a move is: as it is written behind it, and in words.
const MARKS = { dubious: ['?!', 'dubious'], mistake: ['?', 'a mistake'], blunder: ['??', 'a blunder'] };
export const isBad = judged => !!judged && judged.mark in MARKS;
export const sign = judged => (isBad(judged) ? MARKS[judged.mark][0] : '');

function chip(state, number, go) {
  const [side, text] = state.moves[number];
  const judged = state.judged[number];
  const bad = isBad(judged);
  const told = `${number + 1}. ${side} ${text}${bad ? `, ${MARKS[judged.mark][1]}: loses ${judged.lost}` : ''}`;
  return el('li', {}, el('button', {
    type: 'button', tabindex: -1, class: `move ${side}${bad ? ` ${judged.mark}` : ''}`, 'aria-label': told, title: told, onclick: () => go(number + 1),
  }, el('span', { class: 'number' }, `${number + 1}`), el('span', { class: 'dot' }), text, bad && el('b', {}, sign(judged)),
    judged?.loss >= 0.5 ? el('small', {}, `−${judged.loss.toFixed(judged.loss < 10 ? 1 : 0)}`) : undefined));
}

export const moves = (state, go) => el('ol', { class: 'moves', 'aria-label': 'Moves' },
  el('li', {}, el('button', { type: 'button', class: 'move start', tabindex: -1, onclick: () => go(0) }, 'start')),
  state.moves.map((_, number) => chip(state, number, go)));

// Marks the move after which the board is shown, and brings it into sight. It is the one that Tab comes to:
// arrows go on from there, and nobody has to go through all moves of a game to what follows.
export function point(list, ply) {
  const current = list.querySelector('[aria-current]'), chip = list.querySelectorAll('.move')[ply], scroller = list.querySelector('.moves');
  current?.removeAttribute('aria-current');
  current?.setAttribute('tabindex', -1);
  chip.setAttribute('aria-current', 'step');
  chip.setAttribute('tabindex', 0);
  // Where things are is known once the page is laid out. To ask before is to have it laid out twice, and a
  // click would wait for that.
  requestAnimationFrame(() => { scroller.scrollTop = chip.offsetTop - scroller.clientHeight / 2; });
}

// What a review has found, in a sentence and a table.
export function verdict(state) {
  const sided = state.judged.map((entry, number) => entry && { ...entry, side: state.moves[number]?.[0] });
  const judged = sided.filter(entry => entry?.side);
  if (!judged.some(entry => isBad(entry) || entry.loss > 0)) return undefined;
  const of = (side, mark) => judged.filter(entry => entry.side === side && entry.mark === mark).length;
  const lost = side => judged.filter(entry => entry.side === side).reduce((sum, entry) => sum + (entry.loss || 0), 0);
  const row = side => el('tr', {}, el('th', { scope: 'row' }, capitalised(side)),
    Object.keys(MARKS).map(mark => el('td', {}, of(side, mark))), el('td', {}, lost(side).toFixed(1)));
  return el('table', { class: 'verdict' },
    el('thead', {}, el('tr', {}, el('td', {}), Object.values(MARKS).map(([mark, words]) => el('th', { scope: 'col', title: words }, mark)),
      el('th', { scope: 'col' }, `${state.unit} lost`))),
    el('tbody', {}, row('black'), row('white')));
}
