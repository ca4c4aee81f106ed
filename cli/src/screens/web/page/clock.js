// The time that each side has taken, and what is left to the computer where it plays by a clock.
import { question } from './opening.js';

const minutes = seconds => {
  const whole = Math.max(0, Math.floor(seconds)), two = number => String(number).padStart(2, '0');
  const [hours, rest] = [Math.floor(whole / 3600), whole % 3600];
  return `${hours ? `${hours}:${two(Math.floor(rest / 60))}` : Math.floor(rest / 60)}:${two(rest % 60)}`;
};

// For Black and White; the side to move has been thinking for so many seconds.
export function clocks(state, running) {
  const { times, board, result, studied } = state;
  return times.map(({ taken, left }, number) => {
    // An opening takes nobody's time, nor does looking through a record.
    const runs = !result && !studied && !question(state);
    const more = runs && board.side === ['black', 'white'][number] ? running : 0;
    return left === undefined ? minutes(taken + more) : `${minutes(left - more)} left`;
  });
}
