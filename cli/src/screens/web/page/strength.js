// How strong the computer plays: the menu of it.
import { el } from './dom.js';

// A level, a time for each move, or a clock for the game.
export function strengths(about, chosen, attributes) {
  const [least, most] = about.levels;
  const words = level => (level <= 2 ? ' (a child beats it)' : level >= 11 ? ' (takes its time)' : '');
  const numbers = Array.from({ length: most - least + 1 }, (_, number) => least + number);
  const levels = numbers.map(level => [`level ${level}`, `level ${level}${words(level)}`]);
  const times = ['500ms', '1s', '3s', '10s', '30s'].map(time => [`time ${time}`, `${time.replace(/(m?s)$/, ' $1')} a move`]);
  const games = [[1, 1], [5, 3], [15, 10]].map(([game, move]) => [`clock ${game}m+${move}s`, `${game} min, and ${move} s for each move`]);
  const option = ([value, text]) => el('option', { value, selected: value === chosen }, text);
  const group = (label, options) => el('optgroup', { label }, options.map(option));
  const made = el('select', { name: 'strength', ...attributes }, group('A level', levels), group('A time for each move', times),
    group('A clock for the game', games));
  // One that is not in the list came with the game.
  made.show = text => {
    if (![...made.options].some(option => option.value === text)) made.append(el('option', { value: text }, text));
    made.value = text;
  };
  return made;
}
