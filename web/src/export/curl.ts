// What is on the screen as a map put into a service, and questions to it, in the words of the wire.

import type { Shown } from './code';
import { placeText } from './place';

export function curl({ map, question, method }: Shown, text: string): string {
  const { rule, corners, straight, diagonal, footprint, turnCost } = question.mover;
  const { algorithm, percent, estimate, ties } = method;
  const mover = {
    rule, ...(rule === 'eight' && { corners }), costs: { straight, diagonal }, footprint,
    terrain: Object.fromEntries([...map.prices].map(([ground, price]) => [ground, price ?? 'closed'])),
    turn_cost: turnCost,
  };
  const by = algorithm + (algorithm === 'weighted-astar' ? `:${percent}` : '');
  const stops = [question.from, ...question.via, question.to].map((cell) => placeText(map, cell));
  const service = 'http://127.0.0.1:8417/v1/maps/mine';
  const legs = stops.slice(1).map((at, leg) => {
    const query = { from: stops[leg], goal: { at }, mover, algorithm: by, estimate, ties };
    return `curl -w '\\n' ${service}/path -d @- <<'JSON'
${JSON.stringify(query)}
JSON
`;
  });
  return `# \`xunlu play --no-open\`, in another terminal, answers here; \`xunlu serve\` at port 8090.
curl -w '\\n' ${service} -X PUT --data-binary @- <<'MAP'
${text.trimEnd()}
MAP
${legs.join('')}`;
}
