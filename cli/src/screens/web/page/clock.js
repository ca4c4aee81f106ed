// The time that each side has taken, and what is left to the computer where it plays by a clock.

const minutes = seconds => {
  const whole = Math.max(0, Math.floor(seconds)), two = number => String(number).padStart(2, '0');
  const [hours, rest] = [Math.floor(whole / 3600), whole % 3600];
  return `${hours ? `${hours}:${two(Math.floor(rest / 60))}` : Math.floor(rest / 60)}:${two(rest % 60)}`;
};

// For Black and White; the side to move has been thinking for so many seconds.
export function clocks({ moves, seats, clock, board, result }, running) {
  return ['black', 'white'].map((side, number) => {
    const made = moves.filter(([who]) => who === side);
    const taken = made.reduce((sum, [, , seconds]) => sum + seconds, 0) + (board.side === side && !result ? running : 0);
    const left = clock && seats[number] === 'computer';
    return left ? `${minutes(clock[0] + clock[1] * made.length - taken)} left` : minutes(taken);
  });
}
