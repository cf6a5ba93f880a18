import { VALUE_TYPES } from './registry.js';
import { sampleContext } from './samples.js';

it.each([
  ['currency', 1250.5, '{"currency_value": 1250.5, "currency_code": "EUR"}'],
  ['record-reference', 'Quiet Harbour', '{"type": "<slug of an object>", "id": "<id or slug of a record>"}'],
  ['relationship', 'Quiet Harbour', '{"type": "<slug of an object>", "id": "<id or slug of a record>"}'],
] as const)('what is no object is refused by %s with an example of what is', (type, given, example) => {
  const parse = () => VALUE_TYPES[type].parse(given, sampleContext(type));
  expect(parse).toThrow(`${example}.`);
});
