// Where the page begins: the state is set going, what the link holds is shown, and the page is drawn.

import { effect } from '@preact/signals';
import { render } from 'preact';
import { keepAsking } from './app/ask';
import { keepDropping } from './app/import';
import { keepTime } from './app/clock';
import { keepCursor } from './app/cursor';
import { keepKeys } from './app/keys';
import { keepLink, readHash } from './app/link';
import { keepMaker, start } from './app/maker';
import { keepSettings } from './app/settings';
import { keepTour } from './app/tour';
import { keepTurns } from './app/turns';
import { keepWalking } from './app/walk';
import { Page } from './ui/page';
import { language, LANGUAGE_TAGS, loadWords, t } from './words';
import './style/page.css';
import './style/parts.css';
import './style/panels.css';
import './style/over.css';

keepSettings();
effect(() => void (document.documentElement.lang = LANGUAGE_TAGS[language.value]));
await loadWords(language.value);
effect(() => void (document.title = t('app.title')));
keepAsking();
keepTime();
keepCursor();
keepKeys();
keepMaker();
keepTour();
keepWalking();
keepTurns();
keepDropping();
render(<Page />, document.getElementById('app')!);
await start();
await readHash(location.hash);
keepLink();
