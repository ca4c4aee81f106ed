// The moves of a game, to be walked through.
import { el } from './dom.js';

// How bad a move is, as it is written behind it.
export const SIGNS = { fine: '', dubious: '?!', mistake: '?', blunder: '??' };
const MARKS = { '?!': 'dubious', '?': 'a mistake', '??': 'a blunder' };

function chip(state, number, ply, go) {
  const [side, text] = state.moves[number];
  const judged = state.judged[number];
  const mark = judged?.mark || '';
  const told = `${number + 1}. ${side} ${text}${mark ? `, ${MARKS[mark]}: loses ${judged.lost}` : ''}`;
  return el('li', {}, el('button', {
    type: 'button', class: `move ${side}${mark ? ` bad b${mark.length}${mark.endsWith('!') ? 'd' : ''}` : ''}`,
    'aria-current': ply === number + 1 ? 'step' : undefined, 'aria-label': told, title: told, onclick: () => go(number + 1),
  }, el('span', { class: 'number' }, `${number + 1}`), el('span', { class: 'dot' }), text, mark && el('b', {}, mark),
    judged?.loss >= 0.5 ? el('small', {}, `−${judged.loss.toFixed(judged.loss < 10 ? 1 : 0)}`) : undefined));
}

export function moves(state, ply, go) {
  const list = el('ol', { class: 'moves', 'aria-label': 'Moves' },
    el('li', {}, el('button', { type: 'button', class: 'move start', 'aria-current': ply === 0 ? 'step' : undefined, onclick: () => go(0) }, 'start')),
    state.moves.map((_, number) => chip(state, number, ply, go)));
  queueMicrotask(() => {
    const now = list.querySelector('[aria-current]');
    if (now) list.scrollTop = now.offsetTop - list.clientHeight / 2;
  });
  return list;
}

// What a review has found, in a sentence and a table.
export function verdict(state) {
  const judged = state.judged.map((entry, number) => entry && { ...entry, side: state.moves[number]?.[0] }).filter(entry => entry && entry.side);
  if (!judged.some(entry => entry.mark || entry.loss > 0)) return undefined;
  const of = (side, mark) => judged.filter(entry => entry.side === side && entry.mark === mark).length;
  const lost = side => judged.filter(entry => entry.side === side).reduce((sum, entry) => sum + (entry.loss || 0), 0);
  const row = side => el('tr', {}, el('th', { scope: 'row' }, side[0].toUpperCase() + side.slice(1)),
    Object.keys(MARKS).map(mark => el('td', {}, of(side, mark))), el('td', {}, lost(side).toFixed(1)));
  return el('table', { class: 'verdict' },
    el('thead', {}, el('tr', {}, el('td', {}), Object.entries(MARKS).map(([mark, words]) => el('th', { scope: 'col', title: words }, mark)),
      el('th', { scope: 'col' }, `${state.unit} lost`))),
    el('tbody', {}, row('black'), row('white')));
}
