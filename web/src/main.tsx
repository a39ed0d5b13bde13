// Where the page begins: it is one playground and nothing else.

import { createPlayground } from './playground';
import './style/whole.css';

createPlayground(document.getElementById('app')!, { isWholePage: true });
