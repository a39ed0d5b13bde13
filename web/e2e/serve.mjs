// Serves a folder on this machine at any free port, with the very headers that `xunlu play` sends, so that
// what the page may not do there fails here.

import { readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { extname } from 'node:path';

const KINDS = {
  '.html': 'text/html; charset=utf-8', '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json', '.wasm': 'application/wasm', '.svg': 'image/svg+xml', '.png': 'image/png',
  '.webmanifest': 'application/manifest+json',
};

const HEADERS = readFileSync(new URL('../../crates/xunlu-cli/src/play/headers.txt', import.meta.url), 'utf8')
  .trimEnd().split('\n').map((line) => /^([^:]+): (.+)$/.exec(line).slice(1));

/** Serves the folder that a URL names; `url` is its front page. */
export function serve(folder) {
  const server = createServer(async (request, response) => {
    const path = new URL(request.url, 'http://localhost').pathname;
    const name = path === '/' ? 'index.html' : path.slice(1);
    for (const [header, value] of HEADERS) response.setHeader(header, value);
    try {
      const bytes = await readFile(new URL(name, folder));
      response.setHeader('Content-Type', KINDS[extname(name)] ?? 'application/octet-stream');
      response.end(bytes);
    } catch {
      response.writeHead(404).end();
    }
  });
  return new Promise((resolve) => {
    server.listen(0, '127.0.0.1', () => {
      const close = () => server.close(() => {}) && server.closeAllConnections();
      resolve({ url: `http://127.0.0.1:${server.address().port}/`, close });
    });
  });
}
