// Who sits where, and how strong the computer is.
import { choice, el, fail, field } from './dom.js';
import { strengths } from './strength.js';

// A menu of it, and what shows there how it is; `order` asks for another.
export function players(about, order) {
  let shown;
  const settle = wanted => order(wanted).catch(error => { fail(error); show(shown); });
  const sitters = [['human', 'a person'], ['computer', 'the computer']];
  const sit = () => { const [black, white] = seats.map(seat => seat.value); settle({ do: 'seats', black, white }); };
  const seats = ['black', 'white'].map(side => choice(side, sitters, 'human', { onchange: sit }));
  const strength = strengths(about, 'level 5', { onchange: () => settle({ do: 'strength', text: strength.value }) });
  const show = state => {
    shown = state;
    seats.forEach((seat, number) => { seat.value = state.seats[number]; seat.disabled = !!state.opening?.due; });
    strength.show(state.strength);
  };
  const menu = el('details', {}, el('summary', {}, 'Players'), field('Black', seats[0]), field('White', seats[1]),
    field('The computer plays at', strength));
  return { menu, show };
}
