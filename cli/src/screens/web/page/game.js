// A game: the board, and all that can be done with it.
import { Analysis } from './analysis.js';
import { Board } from './board.js';
import { button, capitalised, el, fail, goTo, say, tell } from './dom.js';
import { Kept } from './kept.js';
import { clocks } from './clock.js';
import { moves, point, verdict } from './moves.js';
import { advice, announce, choices, opening, question } from './opening.js';
import { share } from './records.js';
import { players } from './players.js';
import { news, passes, status } from './status.js';
import { turner } from './turner.js';
import { zoomer } from './zoom.js';
import * as server from './server.js';

const DROPPED = 'Nothing is picked any more.';

export class Game {
  // Lays the page out; `about` knows what there is to be played, `gone` is called once the server does not
  // show the game any more.
  constructor(main, state, geometry, about, gone) {
    this.id = state.id;
    this.kept = new Kept(state.id);
    this.about = about;
    this.picked = [];
    this.clocks = [0, 1].map(() => el('span', { class: 'clock', title: 'Time taken, or left to the computer' }));
    this.views = new Map();
    this.board = new Board(geometry, place => this.clicked(place));
    this.layOut(main);
    this.receive(state);
    this.stopListening = server.listen(this.id, {
      state: told => this.receive(told, this.listened), thought: told => this.think(told),
      // The computer may begin anew without a change of the game.
      thinking: seconds => { this.runs(seconds); this.renderClocks(); },
      lost: lost => this.lost(lost),
      // A search that nobody looked at has ended meanwhile. What goes on is told first.
      opened: () => { this.listened = true; },
      ended: gone,
    });
    this.keys = event => this.key(event);
    document.addEventListener('keydown', this.keys);
    this.ticking = setInterval(() => this.renderClocks(), 1000);
  }

  leave() {
    this.stopListening();
    document.getElementById('connection').hidden = true;
    document.removeEventListener('keydown', this.keys);
    clearInterval(this.ticking);
  }

  // Whether the server has been lost; whoever does not see the page hears of either.
  lost(lost) {
    const told = document.getElementById('connection');
    if (told.hidden !== lost) return;
    told.hidden = !lost;
    say(lost ? told.textContent : 'The server answers again.');
  }

  layOut(main) {
    const part = (name, tag = 'div', attributes = {}) => (this[name] = el(tag, { class: name, ...attributes }));
    this.typed = el('input', {
      name: 'move', autocomplete: 'off', autocapitalize: 'off', spellcheck: 'false', placeholder: 'type a move',
      'aria-label': 'Type a move',
    });
    const type = el('form', { class: 'type', onsubmit: event => { event.preventDefault(); this.playTyped(); } },
      this.typed, el('button', {}, 'Play'), button('Say the board', () => this.describe(), { class: 'quiet' }));
    const walk = (text, label, to) =>
      el('button', { type: 'button', 'aria-label': label, title: label, onclick: () => this.look(to()) }, text);
    this.slider = el('input', { type: 'range', min: 0, 'aria-label': 'Move', oninput: () => this.look(Number(this.slider.value)) });
    const frame = part('frame');
    frame.append(this.board.svg);
    const walking = el('div', { class: 'walk' }, walk('«', 'Start', () => 0), walk('‹', 'Previous move', () => this.ply - 1), this.slider,
      walk('›', 'Next move', () => this.ply + 1), walk('»', 'End', () => this.plies),
      zoomer(frame, this.board, () => this.view.last[0] ?? this.board.cursor));
    frame.style.setProperty('--ratio', this.board.ratio.toFixed(4));
    main.replaceChildren(el('div', { class: 'table' },
      el('div', { class: 'stage' }, part('banner'), frame, walking, type),
      el('div', { class: 'side' }, part('status', 'section', { 'aria-label': 'The game' }),
        part('opening', 'section', { 'aria-label': 'The opening' }), part('acts'),
        part('engine', 'section', { 'aria-label': 'Analysis' }), part('list', 'section', { 'aria-label': 'Moves' }),
        part('more', 'section'))));
    this.lookingBack = el('span', {});
    this.banner.append(this.lookingBack, button('Back to the end', () => this.look(this.plies)),
      button('Play on from here', () => this.branch(...this.playingOn())));
    this.layOutActs();
  }

  layOutActs() {
    const act = (text, wanted, title) => button(text, () => this.order(wanted()), { title });
    // Whoever takes back looks at what is left then.
    const turn = (text, wanted, title) => button(text, async () => {
      if (this.seen !== undefined) await this.look(this.plies);
      await this.order(wanted);
    }, { title });
    this.undo = turn('Undo', { do: 'undo' }, 'Take your last move back');
    this.redo = turn('Redo', { do: 'redo' }, 'Make it again');
    this.hint = act('Hint', () => ({ do: 'hint' }), 'Say a good move');
    this.resign = act('Resign', () => ({ do: 'resign' }), 'Give the game up');
    this.swap = act('Swap sides', () => ({ do: 'swap' }), 'Change seats with the computer');
    this.again = button('New game', () => this.begin(false));
    this.swapped = button('Again, colours swapped', () => this.begin(true), { class: 'primary' });
    this.acts.append(this.undo, this.redo, this.hint, this.swap, this.resign, this.again, this.swapped,
      turner(this.frame, this.board, this.kept));
    this.analysis = new Analysis(this, this.engine);
    this.players = players(this.about, wanted => this.order(wanted));
    this.sharing = share(this);
    this.more.append(this.players.menu, this.sharing.menu);
  }

  get plies() { return this.state.moves.length; }
  get ply() { return this.seen ?? this.plies; }

  // `truly`: it is so whatever was told before. A server that was started anew may count from further back.
  receive(state, truly = false) {
    // An order is answered with what all who listen are told as well.
    if (this.state && !truly && state.version <= this.state.version) return;
    const before = this.state;
    this.state = state;
    // What was seen at a ply is so for as long as the moves before it are the same.
    const changed = before ? before.moves.findIndex(([, text], number) => state.moves[number]?.[1] !== text) : -1;
    if (changed >= 0) for (const ply of this.views.keys()) if (ply > changed) this.views.delete(ply);
    this.views.set(this.plies, state.board);
    const moved = !before || changed >= 0 || before.moves.length !== state.moves.length;
    // Who sits where, and who gave up, does not change the position, but ends what is thought about it.
    const sitting = ({ computers, seats, result }) => JSON.stringify([computers, seats, result]);
    const another = before && (moved || sitting(before) !== sitting(state));
    // What was being thought about the game as it was has ended with it.
    if (another && !this.analysis.thinking?.done) this.analysis.thinking = undefined;
    if (moved || question(before) !== question(state)) this.hinted = undefined;
    this.runs(state.running);
    if (moved) {
      // Whoever looks at an earlier move goes on looking, unless it is no more.
      if (this.seen >= this.plies || (changed >= 0 && this.seen > changed)) this.seen = undefined;
    }
    // A move that is half made stays so where the board is the same.
    if (moved || !this.open().length) this.picked = [];
    this.render();
    if (before && (moved || before.result !== state.result)) this.announce(before);
    if (before) announce(before, state);
    if (another) this.analysis.watch();
  }

  // It has been the turn of whoever's it is for so many seconds.
  runs(seconds) { this.since = performance.now() - 1000 * seconds; }

  announce(before) {
    say(news(before, this.state));
    const passed = this.state.result ? '' : passes(before, this.state);
    if (passed) tell(passed);
  }

  think(told) {
    const { analysis } = this, stood = analysis.stands();
    analysis.thinking = told;
    if (analysis.stands() !== stood) this.renderStatus();
    if (told?.what === 'hint' && told.done && told.lines.length && told.ply === this.plies) {
      this.advise(told.lines[0]);
    }
    analysis.show();
    // A problem that is told as one begins to listen is an old one.
    if (told?.problem && !this.listened) tell(capitalised(told.problem));
    // What was looked at in between is done, or nobody has looked on: thinking along goes on.
    else if (this.listened || (told?.done && ['hint', 'review'].includes(told.what))) analysis.watch();
    this.listened = false;
  }

  advise(line) {
    const [text] = line.moves, chooses = choices(this.state).length > 0;
    if (this.hinted !== text) (chooses ? tell(advice(line, this.state.board.side)) : say(`A good move is ${text}.`));
    this.hinted = text;
    this.marks();
  }

  async order(wanted, again = true) {
    const { moves, undone } = this.state;
    try {
      this.receive(await server.order(this.id, wanted, this.state.version));
    } catch (error) {
      if (error.status !== 409) throw error;
      this.receive(await server.state(this.id), true);
      // What was found out about the game may be new, and the game the same: the order still means what it
      // meant.
      const same = this.state.undone === undone && this.state.moves.length === moves.length
        && this.state.moves.every(([, text], number) => text === moves[number][1]);
      if (!same || !again) throw error;
      await this.order(wanted, false);
    }
  }

  // Whether it could be played.
  async play(text) {
    try {
      if (this.seen !== undefined) throw new Error('Go back to the end of the game first.');
      await this.order({ do: 'move', text });
      return true;
    } catch (error) {
      this.picked = [];
      this.marks();
      fail(error);
      return false;
    }
  }

  // What is typed while it is on its way is another move.
  async playTyped() {
    const text = this.typed.value.trim();
    this.typed.value = '';
    if (text && !(await this.play(text))) this.typed.value ||= text;
  }

  // The moves that go on from the places picked so far.
  open() {
    const fits = ({ path }) => path.length > this.picked.length && this.picked.every((place, step) => path[step] === place);
    return this.mayPlay() ? this.state.board.legal.filter(fits) : [];
  }

  mayPlay() { return this.seen === undefined && !this.state.computers && !this.state.result && !choices(this.state).length; }

  clicked(place) {
    if (this.board.waits) return;
    if (this.seen !== undefined) { tell('You are looking at an earlier move.'); return; }
    if (!this.mayPlay()) { say(this.state.result || question(this.state) || 'It is the computer’s turn.'); return; }
    const refused = this.state.board.refusals.find(refusal => refusal.place === place);
    if (refused) { tell(`${this.board.places[place].name}: ${refused.reason}`); return; }
    const going = () => this.open().filter(({ path }) => path[this.picked.length] === place);
    const drops = this.picked.length > 0 && !going().length;
    if (drops) this.picked = [];
    const found = going();
    if (!found.length) {
      say(`${this.board.places[place].name} cannot be played.${drops ? ` ${DROPPED}` : ''}`);
      this.marks();
      return;
    }
    this.picked.push(place);
    const done = found.find(({ path }) => path.length === this.picked.length);
    if (done) {
      // What can be clicked then comes with the answer, which would have to wait for marks that are made
      // before.
      this.board.waits = true;
      this.play(done.text).finally(() => { this.board.waits = false; });
      return;
    }
    const to = found.map(({ path }) => this.board.places[path[this.picked.length]].name);
    say(`From ${this.board.places[place].name} to ${to.join(', ')}`);
    this.marks();
  }

  async look(ply) {
    const wanted = Math.max(0, Math.min(this.plies, ply)), before = this.seen;
    this.seen = wanted === this.plies ? undefined : wanted;
    this.picked = [];
    if (!this.views.has(wanted)) {
      try { this.views.set(wanted, await server.at(this.id, wanted)); } catch (error) {
        fail(error);
        // Nor can what was not there yet when this was asked for.
        if (this.ply === wanted) this.seen = this.views.has(before) ? before : undefined;
        this.render();
        return;
      }
      if (this.ply !== wanted) return;
    }
    this.render();
    const [side, text] = this.state.moves[wanted - 1] || [];
    say(text ? `Move ${wanted}: ${side} ${text}` : 'The start of the game');
    this.analysis.watch();
  }

  async begin(swap) {
    const { game, variant, size, strength, opening } = this.state;
    const [black, white] = swap ? [...this.state.seats].reverse() : this.state.seats;
    // From where this one began, unless an opening needs the free board.
    const from = opening ? undefined : { id: this.id };
    const begun = await server.begin({ game, variant, size, black, white, strength, opening: opening?.name, from });
    await goTo(begun.id);
  }

  // Another game that begins here, so that this one stays as it was.
  async branch(black, white) {
    const { game, variant, size, strength } = this.state;
    const begun = await server.begin({ game, variant, size, black, white, strength, from: { id: this.id, ply: this.ply } });
    await goTo(begun.id);
  }

  describe() {
    say(`${this.view.outcome || `${capitalised(this.view.side)} to move`}. ${this.view.counts}. ${this.board.spoken()}`);
    this.board.places[this.board.cursor].group.focus();
  }

  key(event) {
    if (event.ctrlKey || event.metaKey || event.altKey || event.target.closest('input, select, textarea, summary')) return;
    const step = { ArrowLeft: this.ply - 1, ArrowRight: this.ply + 1, Home: 0, End: this.plies }[event.key];
    if (step !== undefined && !event.target.closest('.board')) { event.preventDefault(); this.look(step); }
    if (event.key === 'Escape' && this.picked.length) {
      this.picked = [];
      say(DROPPED);
      this.marks();
    }
  }

  get view() { return this.views.get(this.ply) || this.state.board; }

  render() {
    const { state, view } = this;
    this.board.show(view, this.shownPly !== undefined && Math.abs(this.shownPly - this.ply) < 4);
    this.shownPly = this.ply;
    this.marks();
    this.board.svg.setAttribute('aria-label', `${capitalised(state.game)}: ${view.outcome || `${view.side} to move`}. ${view.counts}`);
    this.slider.max = this.plies;
    this.slider.value = this.ply;
    this.renderStatus();
    this.renderActs();
    this.analysis.show();
    this.renderMoves();
    this.players.show(state);
    this.sharing.refresh();
  }

  renderMoves() {
    const { state, list } = this;
    // Whoever walks through the moves by keys stays among them; and no click falls between two lists that are
    // the same.
    const inside = list.contains(document.activeElement), told = JSON.stringify([state.moves, state.judged]);
    if (told !== this.listed) list.replaceChildren(moves(state, ply => this.look(ply)), verdict(state) || '');
    this.listed = told;
    point(list, this.ply);
    if (inside) list.querySelector('[aria-current]').focus({ preventScroll: true });
  }

  marks() {
    const next = new Set(this.open().map(({ path }) => path[this.picked.length]));
    const hinted = this.mayPlay() && this.state.board.legal.find(({ text }) => text === this.hinted);
    this.board.mark({
      last: this.view.last, next: [...next], picked: this.picked, hint: hinted ? hinted.path : [],
      refused: this.mayPlay() && !this.picked.length ? this.state.board.refusals : [],
    });
  }

  renderStatus() {
    const { state, view } = this;
    status(this.status, state, view, this.analysis.stands(), this.clocks);
    // Whoever goes through the choices by keys stays at one that is still there.
    const chosen = this.opening.contains(document.activeElement) && document.activeElement.dataset.choice;
    this.opening.replaceChildren(...opening(state, word => this.play(word)));
    const same = chosen && this.opening.querySelector(`[data-choice=${chosen}]`);
    if (same) same.focus({ preventScroll: true });
    else if (chosen) this.focusBoard();
    const back = this.seen !== undefined;
    if (!back) this.newest = this.plies;
    const since = state.moves.slice(this.newest).map(([, text]) => text).join(' ');
    this.lookingBack.textContent = `Move ${this.ply} of ${this.plies}${back && since ? `; played meanwhile: ${since}` : ''}`;
    // The button that was pressed goes with its banner.
    if (!back && this.banner.contains(document.activeElement)) this.focusBoard();
    this.banner.classList.toggle('shown', back);
    this.renderClocks();
  }

  focusBoard() { this.board.places[this.board.cursor].group.focus({ preventScroll: true }); }

  renderClocks() {
    // A computer that stands still begins its turn anew once it thinks on.
    const running = this.analysis.stands() ? 0 : (performance.now() - this.since) / 1000;
    clocks(this.state, running).forEach((text, number) => { this.clocks[number].textContent = text; });
  }

  // Who plays where a game is branched off: the person whose turn it is, against the computer.
  playingOn() { return this.view.side === 'black' ? ['human', 'computer'] : ['computer', 'human']; }

  renderActs() {
    const { state } = this;
    const computer = state.seats.includes('computer'), person = state.seats.includes('human');
    this.undo.disabled = !state.may_undo;
    this.redo.disabled = !state.undone || !!state.result;
    // Of an opening, the best moves are even ones: the other judges them.
    this.hint.disabled = !!state.result || state.computers || (!!question(state) && !choices(state).length);
    this.hint.hidden = this.resign.hidden = this.swap.hidden = !!state.result;
    this.swap.hidden ||= !computer || !person || !!question(state);
    this.resign.hidden ||= !person;
    this.swapped.hidden = !state.result || !computer;
    this.swapped.textContent = state.opening ? 'Again, seats swapped' : 'Again, colours swapped';
    // The button that was pressed may be of no more use.
    const { activeElement: pressed } = document;
    if (this.acts.contains(pressed) && (pressed.hidden || pressed.disabled)) this.focusBoard();
  }
}
