// What is on the screen as C# over the C ABI of `xunlu-abi`: ground, mover and stops in its numbers.

import { moverNumbers, shapeNumber } from '../engine/numbers';
import { ALGORITHMS, ESTIMATES, NONE, TIES } from '../model';
import type { Shown } from './code';

/** The functions called, and what follows the session in each. */
const CALLS = [
  ['price', 'uint terrain, uint percent'], ['mover', 'uint[] numbers, uint count'], ['ties', 'uint rule'],
  ['build_index', ''],
  ['begin', 'uint from, uint to, uint algorithm, uint percent, uint estimate, uint events'],
  ['advance', 'uint expansions'], ['answer', 'uint part'], ['path', 'uint[] cells, uint room'], ['close', ''],
] as const;

export function csharp({ map, question, method }: Shown): string {
  const { shape, arrangement, width, height, terrain } = map;
  const rows = Array.from({ length: height }, (_, y) => {
    return `        ${terrain.subarray(y * width, (y + 1) * width).join(',')},`;
  });
  const externs = CALLS.map(([name, rest]) =>
    `    [DllImport("xunlu_abi")] static extern uint xunlu_${name}(uint session${rest && `, ${rest}`});`);
  const prices = [...map.prices].map(([ground, price]) => {
    return `        Do(xunlu_price(session, ${ground}, ${price ?? NONE}));\n`;
  });
  const made = [shapeNumber(shape, arrangement), width, height].join(', ');
  const index = method.algorithm === 'jps-index' ? '        xunlu_build_index(session);\n' : '';
  const how = [ALGORITHMS.indexOf(method.algorithm), method.percent, ESTIMATES.indexOf(method.estimate), 0];
  return `// Needs the library that \`cargo build --release -p xunlu-abi\` makes, beside it or in
// LD_LIBRARY_PATH. A place is one number: y * ${width} + x.
using System;
using System.Runtime.InteropServices;

static class Program
{
    static readonly byte[] Ground =
    {
${rows.join('\n')}
    };

    [DllImport("xunlu_abi")]
    static extern uint xunlu_map(uint shape, uint width, uint height, byte[] ground, uint count);
${externs.join('\n')}

    static void Do(uint status)
    {
        if (status != 0) throw new Exception("xunlu: status " + status);
    }

    static void Main()
    {
        uint session = xunlu_map(${made}, Ground, (uint)Ground.Length);
${prices.join('')}        uint[] mover = { ${moverNumbers(question.mover).join(', ')} };
        Do(xunlu_mover(session, mover, 7));
        Do(xunlu_ties(session, ${TIES.indexOf(method.ties)}));
${index}        uint[] stops = { ${[question.from, ...question.via, question.to].join(', ')} };
        for (int leg = 1; leg < stops.Length; leg++)
        {
            Do(xunlu_begin(session, stops[leg - 1], stops[leg], ${how.join(', ')}));
            while (xunlu_advance(session, 20000) == 4) { }
            var path = new uint[xunlu_path(session, null, 0)];
            xunlu_path(session, path, (uint)path.Length);
            string cost = xunlu_answer(session, 0) == 0 ? "cost " + xunlu_answer(session, 1) : "no path";
            Console.WriteLine(cost + ": " + string.Join(" ", path));
        }
        xunlu_close(session);
    }
}
`;
}
