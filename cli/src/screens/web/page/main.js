// Which page is shown: the address says it, behind its #.
import { Game } from './game.js';
import { home, rules } from './home.js';
import { el, tell } from './dom.js';
import * as server from './server.js';

const main = document.getElementById('main');
let about, game, turn = 0;

async function show() {
  const mine = ++turn;
  const [path, query] = location.hash.replace(/^#\/?/, '').split('?');
  const [room, name] = path.split('/');
  game?.leave();
  game = undefined;
  try {
    about ||= await server.about();
    if (room === 'game') await table(name, mine);
    else if (room === 'rules') await rules(main, decodeURIComponent(name));
    else if (room === 'position') await position(new URLSearchParams(query));
    else await home(main, about);
  } catch (error) {
    if (mine !== turn) return;
    tell(error.message);
    instead('That did not work', error.message);
  }
  if (mine === turn) window.scrollTo(0, 0);
}

// What is said where there is nothing to be shown.
function instead(title, text) {
  const home = el('a', { href: '#/' }, 'To the games');
  main.replaceChildren(el('section', { class: 'card' }, el('h1', {}, title), el('p', {}, text), el('p', {}, home)));
}

// The game that is shown was deleted.
function gone() {
  game.leave();
  game = undefined;
  instead('This game is no more', 'It was deleted, in another window perhaps.');
}

async function table(id, mine) {
  const [state, geometry] = await Promise.all([server.state(id), server.geometry(id)]);
  // Somebody may have gone elsewhere meanwhile.
  if (mine === turn) game = new Game(main, state, geometry, about, gone);
}

// A link that carries a position begins a game there; the address is then that game's.
async function position(values) {
  const [game, variant, position] = ['game', 'variant', 'position'].map(key => values.get(key));
  if (!game || !position) throw new Error('This link is cut short: it names no game, or no position.');
  const size = values.get('size') ? Number(values.get('size')) : undefined;
  const begun = await server.begin({ game, variant, size, position, black: 'human', white: 'human' });
  location.replace(`#/game/${begun.id}`);
}

document.querySelector('.skip').addEventListener('click', event => { event.preventDefault(); main.focus(); });
window.addEventListener('hashchange', show);
show();
