// Pictures for scenarios, as PNGs that are made on the spot.

import { crc32, deflateSync } from 'node:zlib';

/** A picture as a PNG: rows of colours, none for clear. */
export function pngOf(width, height, colourAt) {
  const chunk = (kind, content) => {
    const body = Buffer.concat([Buffer.from(kind), content]);
    const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
    length.writeUInt32BE(content.length);
    sum.writeUInt32BE(crc32(body));
    return Buffer.concat([length, body, sum]);
  };
  const head = Buffer.from([0, 0, width >> 8, width & 255, 0, 0, height >> 8, height & 255, 8, 6, 0, 0, 0]);
  const bytes = [];
  for (let y = 0; y < height; y += 1) {
    bytes.push(0);
    for (let x = 0; x < width; x += 1) {
      const colour = colourAt(x, y);
      bytes.push(...(colour ? [...colour, 255] : [0, 0, 0, 0]));
    }
  }
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
  const pixels = chunk('IDAT', deflateSync(Buffer.from(bytes)));
  return Buffer.concat([signature, chunk('IHDR', head), pixels, chunk('IEND', Buffer.alloc(0))]);
}
