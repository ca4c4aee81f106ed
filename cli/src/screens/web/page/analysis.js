// What is thought about a game: along with whoever looks on, in search of mistakes, and what has come of it.
import { button, choice, el, fail, say } from './dom.js';
import { graph, scaleOf } from './graph.js';
import { bar, judgement, thought } from './thought.js';
import * as server from './server.js';

export class Analysis {
  // `part` is where it is shown.
  constructor(game, part) {
    this.game = game;
    const lines = game.kept.get('watch');
    this.watching = el('input', { type: 'checkbox', checked: !!lines, onchange: () => this.switched() });
    this.lines = choice('lines', [1, 2, 3, 5, 8].map(count => [count, count]), lines || 3,
      { 'aria-label': 'Lines', onchange: () => this.switched() });
    const looks = anew => game.order({ do: 'review', seconds: Number(this.seconds.value), anew });
    this.review = button('Find the mistakes', () => looks(false));
    this.anew = button('Begin anew', () => looks(true), { title: 'Look at all moves again' });
    // A button in a place where nothing else comes: whoever presses it as the review comes to its end does
    // not begin one.
    this.stop = button('Stop looking', () => this.ask({ do: 'stop', what: 'review' }));
    this.seconds = choice('seconds', [[0.1, '0.1 s'], [0.3, '0.3 s'], [1, '1 s'], [3, '3 s']], 0.3, { 'aria-label': 'Time for each move' });
    this.evaluation = el('div', { class: 'evaluation' });
    this.told = el('div', { class: 'told', tabindex: -1 });
    this.curve = el('div', { class: 'curves' });
    part.append(this.evaluation,
      el('div', { class: 'row' }, el('label', {}, this.watching, ' Think along'), el('label', { class: 'faint' }, this.lines, ' lines')),
      el('div', { class: 'looks' }, this.told, this.stop), this.curve,
      el('div', { class: 'row' }, this.review, this.anew, el('label', { class: 'faint' }, this.seconds, ' a move')));
  }

  // Whether the mistakes are being looked for.
  reviews() { return this.thinking?.what === 'review' && !this.thinking.done; }

  // Whether it is the computer's turn, and nothing is being searched: it was too busy, or somebody has ended
  // its thinking.
  stands() {
    const { thinking, game: { state, plies } } = this;
    return state.computers && !!thinking?.done && (!!thinking.problem || (thinking.what === 'move' && thinking.ply === plies));
  }

  // Thinks along with what is shown, if that is wanted and nothing else is being looked for.
  async watch() {
    const { thinking, game } = this;
    const busy = game.state.computers || (thinking && !thinking.done && ['review', 'hint'].includes(thinking.what));
    if (!this.watching.checked || busy || game.view.outcome) return;
    await this.ask({ do: 'watch', lines: Number(this.lines.value), ply: game.ply });
  }

  // The person has said whether to think along. Only that ends it: the same game may be thought about in
  // another window.
  switched() {
    this.game.kept.set('watch', this.watching.checked && this.lines.value);
    if (this.watching.checked) this.watch();
    else if (this.thinking?.what === 'watch' && !this.thinking.done) this.ask({ do: 'stop', what: 'watch' });
  }

  // Asks for what changes nothing of the game, whatever state of it is shown here.
  async ask(wanted) {
    try { await server.order(this.game.id, wanted); } catch (error) { fail(error); }
  }

  // Asks once more for what has failed, or has come to its end.
  retry() {
    return this.game.state.computers ? this.game.order({ do: 'think' }) : this.watch();
  }

  // What is known of the position that is shown: how the game ended, the search that runs, or what was found
  // last on the way here.
  worth(judged) {
    const { thinking, game: { state, seen, ply } } = this;
    if (state.result && seen === undefined) return { black: { black: 1, white: -1 }[state.winner] || 0, forced: !!state.winner };
    if (thinking?.lines?.length && thinking.ply === ply) return thinking.lines[0];
    return judged.slice(0, ply + 1).findLast(entry => entry)?.worth;
  }

  show() {
    // Before a button is hidden: where it was has no focus any more then.
    const { activeElement: pressed } = document;
    const { thinking, game } = this, { state, plies, ply } = game;
    // One that was ended can be gone on with.
    const { seen, of } = state.review || {}, reviews = this.reviews(), goesOn = !reviews && seen > 0 && seen < of;
    this.review.textContent = goesOn ? `Go on after ${seen} of ${of} moves` : 'Find the mistakes';
    this.review.disabled = this.anew.disabled = !state.moves.length || (state.computers && state.seats.includes('human'));
    this.review.hidden = reviews;
    this.stop.hidden = !reviews;
    this.anew.hidden = !goesOn;
    // What was found of moves that were taken back says nothing of this game; of the first of them, where it
    // stands now.
    const judged = state.judged.slice(0, plies + 1);
    this.evaluation.replaceChildren(bar(this.worth(judged), scaleOf(judged)));
    const again = this.stands() || (this.watching.checked && thinking?.what !== 'move');
    const looksBack = game.seen !== undefined && !(thinking?.what === 'watch' && !thinking.done);
    this.told.replaceChildren((looksBack && judgement(state, ply)) || thought(thinking, state, again && (() => this.retry())));
    this.curve.replaceChildren(...(judged.some(entry => entry) ? [graph(judged, plies, ply, to => game.look(to))] : []));
    // Whoever has pressed a button that is gone now goes on at the one that is of use then, or hears what
    // came of it. A review that begins anew is none yet where the game is told before what is thought about
    // it.
    const next = reviews ? this.stop : pressed === this.anew ? this.review : this.told;
    if ([this.review, this.anew, this.stop].includes(pressed) && pressed.hidden) next.focus({ preventScroll: true });
    // Whoever has gone on to something else meanwhile hears that it has come to its end, too.
    if (this.reviewed && !reviews && seen && document.activeElement !== this.told) say(`${seen} of ${of} moves were looked at.`);
    this.reviewed = reviews;
  }
}
