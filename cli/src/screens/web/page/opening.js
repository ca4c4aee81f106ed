// An opening in which the players find out who has which colour.
import { button, capitalised, el, tell } from './dom.js';

const other = side => (side === 'black' ? 'white' : 'black');
const WORDS = { black: 'Take Black', white: 'Take White', more: 'Make more moves' };

// What is asked next; nothing in any other game, and once the colours are chosen.
export const question = state => (state.result ? undefined : state.opening?.due?.question);

// What a person may choose now, in words.
export const choices = state => (question(state) ? state.opening.due.choices : []);

// How it goes, and what can be chosen.
export function opening(state, choose) {
  if (!question(state)) return [];
  const buttons = choices(state).map(word => button(WORDS[word], () => choose(word), { class: 'primary', 'data-choice': word }));
  return [el('p', { class: 'faint' }, state.opening.due.told), el('div', { class: 'row' }, buttons)];
}

// Tells of what the computer, or whoever is at another page, has chosen.
export function announce(before, state) {
  if (!question(before) || state.result) return;
  if (question(state)) {
    if (choices(before).length && state.moves.length === before.moves.length && !choices(state).length) tell(question(state));
    return;
  }
  const person = state.seats.indexOf('human'), alone = person >= 0 && !state.seats.every(seat => seat === 'human');
  const colour = number => ['Black', 'White'][number];
  tell(alone ? `You play ${colour(person)}, the computer plays ${colour(1 - person)}.` : 'The colours are chosen.');
}

// The colour that a search for the side to move likes better: its own, unless it is behind.
export function advice({ black, text }, side) {
  const own = side === 'black' ? black : -black;
  return `${capitalised(own < 0 ? other(side) : side)} is the better colour: ${text} for ${capitalised(side)}.`;
}
