import { valuesOf } from './row-text.js';

it.each([
  ['(1,a)', ['1', 'a']],
  ['(,)', [null, null]],
  ['()', [null]],
  ['("")', ['']],
  ['("",)', ['', null]],
  ['("a, b",2)', ['a, b', '2']],
  ['("a ""quoted"" one")', ['a "quoted" one']],
  [String.raw`("back\\slash",x)`, [String.raw`back\slash`, 'x']],
  ['("{""a"": [1, ""b""]}",t)', ['{"a": [1, "b"]}', 't']],
  ['("{a,""b c""}")', ['{a,"b c"}']],
  ['("(1,""x"")")', ['(1,"x")']],
])('reads the row %s', (row, values) => {
  expect(valuesOf(row)).toEqual(values);
});
