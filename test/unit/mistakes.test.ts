// The mistakes of `npm run mistakes` are bound to the code that they change: whoever changes that code writes them again.
import { MISTAKES } from '../../tools/mistakes/list';
import { whyNot } from '../../tools/mistakes/mistake';

test('each mistake can be planted where it is', () => {
  const problems = MISTAKES.flatMap((mistake) => {
    const problem = whyNot(mistake);
    return problem === null ? [] : [`${mistake.file}: ${mistake.from}: ${problem}`];
  });
  expect(problems).toEqual([]);
});

test('no mistake is there twice', () => {
  const texts = MISTAKES.map(({ file, from, to }) => JSON.stringify([file, from, to]));
  expect(texts).toEqual([...new Set(texts)]);
});
