// Which page is shown: the address says it, behind its #.
import { Game } from './game.js';
import { home, rules } from './home.js';
import { button, capitalised, el, hush, say } from './dom.js';
import * as server from './server.js';

const main = document.getElementById('main');
let about, game, turn = 0;

async function show() {
  // Somebody may have gone elsewhere before the server answers.
  const mine = ++turn, here = () => mine === turn;
  const [path, query] = location.hash.replace(/^#\/?/, '').split('?');
  const [room, name] = path.split('/');
  game?.leave();
  game = undefined;
  // What was told belongs to the page that is left.
  hush();
  try {
    about ||= await server.about();
    if (room === 'game') await table(name, here);
    else if (room === 'rules') await rules(main, decodeURIComponent(name), here);
    else if (room === 'position') {
      // The game's own page comes next.
      await position(new URLSearchParams(query), here);
      return;
    }
    else await home(main, about, here);
  } catch (error) {
    if (!here()) return;
    // What was refused would be refused again, and what is wrong with the address stays so.
    instead('That did not work', error.message, error.status >= 500 && button('Try again', show));
    return;
  }
  if (!here()) return;
  window.scrollTo(0, 0);
  // Whoever has come by a link or a button, which are gone, goes on at the page's beginning, and hears which
  // one it is.
  if (mine > 1) {
    main.focus({ preventScroll: true });
    say(document.title);
  }
}

// What is told where there is nothing to be shown, to whoever does not see the page, too.
function instead(title, message, again) {
  const text = capitalised(/[.!?]$/.test(message) ? message : `${message}.`);
  document.getElementById('where').textContent = '';
  document.title = `${title} – anyply`;
  // A link to the page that one is at does nothing.
  const home = location.hash !== '#/' && el('a', { href: '#/' }, 'To the games');
  main.replaceChildren(el('section', { class: 'card' }, el('h1', {}, title), el('p', {}, text), el('div', { class: 'row' }, again, home)));
  window.scrollTo(0, 0);
  main.focus({ preventScroll: true });
  say(`${title}. ${text}`);
}

// The server does not show the game any more.
function gone({ status, message }) {
  game.leave();
  game = undefined;
  if (status === 404) instead('This game is no more', 'It was deleted, in another window perhaps.');
  else instead('The server asks for its token', message);
}

async function table(id, here) {
  const [state, geometry] = await Promise.all([server.state(id), server.geometry(id)]);
  if (here()) game = new Game(main, state, geometry, about, gone);
}

// A link that carries a position begins a game there; the address is then that game's.
async function position(values, here) {
  const [game, variant, position] = ['game', 'variant', 'position'].map(key => values.get(key));
  if (!game || !position) throw new Error('This link is cut short: it names no game, or no position.');
  const size = values.get('size') ? Number(values.get('size')) : undefined;
  const begun = await server.begin({ game, variant, size, position, black: 'human', white: 'human' });
  if (here()) location.replace(`#/game/${begun.id}`);
}

document.querySelector('.skip').addEventListener('click', event => { event.preventDefault(); main.focus(); });
window.addEventListener('hashchange', show);
show();
