// Shows one game of the page at a time. Knows no rules: every position is told as changes of cells.
// All text from outside is set as text, never read as HTML.
import { box, drawn, ground, marks, shades, svg } from './drawing.js';

const viewer = document.getElementById('replay');
const data = JSON.parse(document.getElementById('replay-data').textContent);
// What is drawn on the board has names of its own, which may be the same.
const part = name => viewer.querySelector(`.${name}:not(.board *)`);
const SIDES = { b: 'Black', w: 'White' };
// What is drawn now.
const now = { game: 0, ply: 0, frame: -1, states: [], stands: [], board: undefined };

function element(name, classes, text) {
  const made = document.createElement(name);
  if (classes) made.className = classes;
  if (text !== undefined) made.textContent = text;
  return made;
}

const game = () => data.games[now.game];
// So many moves can be shown on the board.
const plies = () => Math.max(0, game().frames.length - 1);

// The board

function setUp(number) {
  if (now.board === number) return;
  now.board = number;
  const geometry = data.boards[number];
  if (!geometry) return;
  const { x, y, width, height } = box(geometry), board = part('board');
  board.setAttribute('class', `board ${geometry.ground}`);
  board.setAttribute('viewBox', `${x} ${y} ${width} ${height}`);
  now.stands = geometry.places.map(({ at }) => ({ group: svg('g', { transform: `translate(${at.x} ${at.y})` }) }));
  [now.under, now.over] = [svg('g'), svg('g')];
  board.replaceChildren(shades(), ground(geometry), now.under, ...now.stands.map(({ group }) => group), now.over);
}

// Positions follow from one another: on from the one shown, or from the start again.
function reach(ply) {
  if (ply < now.frame || now.frame < 0) {
    now.states = now.stands.map(() => 0);
    now.frame = -1;
  }
  while (now.frame < ply) {
    now.frame += 1;
    for (const change of game().frames[now.frame].split(',')) {
      const [state, ...cells] = change.split(' ').map(Number);
      for (const cell of cells) now.states[cell] = state;
    }
  }
}

function paint() {
  const pieces = now.states.map(number => data.states[number]);
  now.stands.forEach((stand, place) => {
    if (stand.state === now.states[place]) return;
    stand.state = now.states[place];
    stand.group.replaceChildren(drawn(pieces[place]));
  });
  const last = game().marks[now.ply].split(' ').filter(Boolean).map(Number);
  const refused = pieces.flatMap((piece, place) => (piece.refused ? [place] : []));
  const { under, over } = marks(data.boards[now.board], pieces, last, refused);
  const fill = (layer, drawings) => layer.replaceChildren(...[...drawings.values()].map(draw => draw()));
  fill(now.under, under);
  fill(now.over, over);
}

// A position

function show(ply) {
  now.ply = Math.max(0, Math.min(ply, plies()));
  if (game().board !== null) {
    reach(now.ply);
    paint();
  }
  const { moves, notes, captions, sides } = game();
  const at = now.ply - 1;
  const played = at < 0 ? 'Start' : `${now.ply}. ${SIDES[sides[at]]} ${moves[at]}`;
  part('played').textContent = played;
  part('said').textContent = at < 0 ? '' : notes[at];
  const caption = captions.length ? data.captions[captions[now.ply]] : '';
  part('caption').textContent = caption;
  part('board').setAttribute('aria-label', `Position: ${played}. ${caption}`);
  const slider = part('slider');
  slider.value = now.ply;
  slider.setAttribute('aria-valuetext', played);
  for (const name of ['first', 'before']) part(name).disabled = now.ply === 0;
  for (const name of ['after', 'last']) part(name).disabled = now.ply === plies();
  point();
  cursor();
}

// Points out the move in the list, and scrolls the list, never the page.
function point() {
  const list = part('moves');
  const old = list.querySelector('[aria-current]');
  if (old) {
    old.removeAttribute('aria-current');
    old.tabIndex = -1;
  }
  const button = list.children[now.ply] && list.children[now.ply].firstChild;
  if (!button) return;
  button.setAttribute('aria-current', 'true');
  button.tabIndex = 0;
  if (list.contains(document.activeElement)) button.focus({ preventScroll: true });
  const [top, bottom] = [button.offsetTop - list.offsetTop, button.offsetTop - list.offsetTop + button.offsetHeight];
  if (top < list.scrollTop) list.scrollTop = top - 40;
  if (bottom > list.scrollTop + list.clientHeight) list.scrollTop = bottom - list.clientHeight + 40;
}

// As if asked for by a person: the address then leads back here.
function go(ply) {
  show(ply);
  // A button that cannot be pressed any more hears no keys.
  if (document.activeElement.disabled) part(part('view').hidden ? 'pick' : 'frame').focus({ preventScroll: true });
  try {
    history.replaceState(null, '', `#game=${now.game + 1}&ply=${now.ply}`);
  } catch (refused) {
    // Too often for this browser, or not from a file: the address stays as it was.
  }
}

// The scores

function graph() {
  const [drawing, figure] = [part('graph'), part('scores')];
  const { scores, sides, unit } = game();
  drawing.replaceChildren();
  const known = scores.slice(0, plies()).map((score, at) => ({ score, ply: at + 1, side: sides[at] })).filter(point => point.score !== null);
  figure.hidden = known.length < 2;
  if (figure.hidden) return;
  const [width, height] = [Math.max(200, drawing.clientWidth), 110];
  drawing.setAttribute('viewBox', `0 0 ${width} ${height}`);
  const most = limit(known.map(point => Math.abs(point.score)));
  const left = 44;
  const x = ply => left + (width - left - 8) * ply / Math.max(1, plies());
  const y = score => height / 2 - (height / 2 - 8) * Math.max(-1, Math.min(1, score / most));
  now.x = x;
  for (const [value, text] of [[most, `+${told(most)}`], [0, '0'], [-most, `\u2212${told(most)}`]]) {
    drawing.append(svg('path', { class: value ? 'edge' : 'zero', d: `M${left} ${y(value)}H${width - 8}` }),
      svg('text', { x: left - 6, y: y(value), dy: '.35em' }, text));
  }
  for (const side of ['b', 'w']) {
    const points = known.filter(point => point.side === side).map(point => `${x(point.ply).toFixed(1)},${y(point.score).toFixed(1)}`);
    drawing.append(svg('polyline', { class: 'score ' + side, points: points.join(' ') }));
  }
  drawing.append(svg('path', { class: 'cursor', d: `M0 0V${height}` }));
  const caption = figure.querySelector('figcaption');
  caption.replaceChildren(`Score for Black in ${unit}, up is good for Black: as `, element('span', 'key b', 'Black'), ' and ', element('span', 'key w', 'White'), ' saw it.');
  drawing.setAttribute('aria-label', `${caption.textContent} Last: ${told(known[known.length - 1].score)}.`);
}

// What stands for a win that was seen.
const WIN = 1e9;
const told = score => Math.abs(score) < WIN ? String(Math.round(score * 10) / 10) : score > 0 ? 'win' : 'loss';

// A win that was seen is at the edge whatever the scale; one counted in thousands must not flatten all that
// came before it, either.
function limit(sizes) {
  const figures = sizes.filter(size => size < WIN).sort((one, other) => one - other);
  if (!figures.length) return 1;
  const usual = 4 * figures[Math.floor((figures.length - 1) * 0.7)];
  return Math.max(1, Math.ceil(Math.min(figures[figures.length - 1], usual || Infinity)));
}

function cursor() {
  const line = part('graph').querySelector('.cursor');
  if (line) line.setAttribute('transform', `translate(${now.x(now.ply)} 0)`);
}

// A game

function open(number, ply) {
  now.game = Math.max(0, Math.min(number, data.games.length - 1));
  now.frame = -1;
  const { title, result, facts, fault, transcript, board } = game();
  part('title').textContent = title;
  part('result').textContent = result;
  part('fault').hidden = !fault;
  part('fault').textContent = fault ? `The game cannot be replayed to its end: ${fault}` : '';
  part('facts').replaceChildren(...facts.map(([name, fact]) => {
    const row = element('div');
    row.append(element('dt', '', name), element('dd', '', fact));
    return row;
  }));
  part('transcript').hidden = !transcript.length;
  part('transcript').lastElementChild.textContent = transcript.join('\n');
  part('slider').max = plies();
  part('slider').disabled = !plies();
  part('pick').value = now.game;
  part('view').hidden = board === null;
  setUp(board);
  list();
  graph();
  show(ply);
  const [before, after] = neighbours();
  part('game-before').disabled = before === undefined;
  part('game-after').disabled = after === undefined;
}

function list() {
  const { moves, notes, sides } = game();
  const row = (text, note, side, ply) => {
    const [item, button] = [element('li'), element('button')];
    button.type = 'button';
    button.dataset.ply = ply;
    button.tabIndex = -1;
    button.disabled = ply > plies();
    const dot = element('span', 'dot ' + (side || ''));
    if (side) dot.title = SIDES[side];
    button.append(element('span', 'number', ply || ''), dot, element('span', 'move', text), element('span', 'note', note));
    item.append(button);
    return item;
  };
  part('moves').replaceChildren(row('Start', '', '', 0), ...moves.map((move, at) => row(move, notes[at], sides[at], at + 1)));
  part('moves').scrollTop = 0;
}

// The games before and after this one among those that the filter leaves.
function neighbours() {
  const offered = [...part('pick').options].map(option => Number(option.value));
  const before = offered.filter(number => number < now.game).pop();
  return [before, offered.find(number => number > now.game)];
}

function offer() {
  const wanted = part('filter').value.trim().toLowerCase().split(/\s+/);
  const fits = ({ title, result }) => wanted.every(word => `${title} ${result}`.toLowerCase().includes(word));
  const option = ([game, number]) => {
    const made = element('option', '', `${game.title} \u2013 ${game.result}`);
    made.value = number;
    return made;
  };
  const found = data.games.map((game, number) => [game, number]).filter(([game]) => fits(game));
  part('pick').replaceChildren(...found.map(option));
  part('pick').disabled = !found.length;
  const all = data.games.length;
  part('found').textContent = found.length === all ? `${all} ${all === 1 ? 'game' : 'games'}` : `${found.length} of ${all} games`;
  return found.map(([, number]) => number);
}

// `#game=2&ply=17`; other addresses show the start of the first game.
function follow() {
  const asked = new URLSearchParams(location.hash.slice(1));
  const number = name => Math.trunc(Number(asked.get(name))) || 0;
  open(number('game') - 1, number('ply'));
}

// What people do

const STEPS = { ArrowLeft: () => now.ply - 1, ArrowRight: () => now.ply + 1, Home: () => 0, End: () => plies() };

// Keys are ours inside the viewer, arrows to the sides also under the pointer while nothing else has the
// focus.
function key(event) {
  const step = STEPS[event.key];
  const inside = viewer.contains(document.activeElement);
  const pointed = document.activeElement === document.body && viewer.matches(':hover') && event.key.startsWith('Arrow');
  const taken = event.altKey || event.ctrlKey || event.metaKey || event.shiftKey || event.defaultPrevented;
  if (!step || taken || !(inside || pointed) || event.target.closest('select, input, pre')) return;
  event.preventDefault();
  go(step());
}

function listen() {
  const click = (name, act) => part(name).addEventListener('click', act);
  click('first', () => go(0));
  click('before', () => go(now.ply - 1));
  click('after', () => go(now.ply + 1));
  click('last', () => go(plies()));
  const turn = number => {
    open(number, 0);
    go(0);
  };
  click('game-before', () => turn(neighbours()[0]));
  click('game-after', () => turn(neighbours()[1]));
  part('pick').addEventListener('change', event => turn(Number(event.target.value)));
  part('filter').addEventListener('input', () => {
    const found = offer();
    if (!found.length || found.includes(now.game)) open(now.game, now.ply);
    else turn(found[0]);
  });
  part('slider').addEventListener('input', event => go(Number(event.target.value)));
  click('moves', event => {
    const button = event.target.closest('button');
    if (button) go(Number(button.dataset.ply));
  });
  click('graph', event => {
    const at = event.clientX - part('graph').getBoundingClientRect().left;
    const [start, end] = [now.x(0), now.x(Math.max(1, plies()))];
    go(Math.round((at - start) / (end - start) * Math.max(1, plies())));
  });
  document.addEventListener('keydown', key);
  addEventListener('hashchange', follow);
  addEventListener('resize', () => {
    graph();
    cursor();
  });
}

viewer.hidden = false;
offer();
follow();
listen();
