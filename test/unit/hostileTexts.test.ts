// Nothing that comes in freezes n8n: whatever a text is made of, and wherever it comes in, it is read in steps that grow with its length,
// or refused with a sentence before it costs anything.
import * as z from 'zod/v4';
import { InvalidItem } from '../../nodes/CompanyScreening/names/invalidItem';
import { OperationFailure } from '../../nodes/CompanyScreening/service/failure';
import { TokenExchangeError } from '../../nodes/CompanyScreening/service/token';
import { ENTRANCES, hostileTexts, readScreening } from '../support/hostileTexts';
import { aRecord } from './builders';

const LENGTH = 16_000;
// A marked letter is put in order by moving it over those before it: as many steps as the square of the marks in a row.
const MARKS_IN_A_ROW = /(?:(?!\u034F)[\p{Mark}\uFF9E\uFF9F])+/gu;
const stepsToNormalize = (text: string) =>
  text.length + (text.match(MARKS_IN_A_ROW) ?? []).reduce((sum, { length }) => sum + length ** 2, 0);

// An exception takes as long as thousands of letters: where it came from is written down.
const STEPS_TO_THROW = 5_000;

/** The steps that normalising and decoding took, and the longest sentence that a person is told. */
async function costOf(enter: () => unknown): Promise<{ steps: number; told: number }> {
  const normalize = jest.spyOn(String.prototype, 'normalize');
  const decode = jest.spyOn(TextDecoder.prototype, 'decode');
  const stepsTaken = () =>
    normalize.mock.contexts.reduce<number>(
      (sum, text) => sum + stepsToNormalize(z.coerce.string().parse(text)),
      decode.mock.results.filter(({ type }) => type === 'throw').length * STEPS_TO_THROW,
    );
  try {
    await enter();
    return { steps: stepsTaken(), told: 0 };
  } catch (error) {
    const isForPeople = [InvalidItem, OperationFailure, TokenExchangeError].some(
      (kind) => error instanceof kind,
    );
    if (!(error instanceof Error && isForPeople)) throw error;
    return { steps: stepsTaken(), told: error.message.length };
  } finally {
    normalize.mockRestore();
    decode.mockRestore();
  }
}

describe.each(Object.entries(ENTRANCES))('%s', (entrance, enter) => {
  test.each(hostileTexts(LENGTH))('of %s takes steps by its length', async (_shape, text) => {
    const { steps, told } = await costOf(() => enter(text));
    expect(steps).toBeLessThan(1_000 * LENGTH);
    // A file is called what it is called until Read Company List shortens it.
    if (entrance !== 'the name of a text file') expect(told).toBeLessThan(5_000);
  });
});

test('the names of the fields of a reply are read a few times, however many there are', () => {
  const fields = Object.fromEntries(Array.from({ length: 1_000 }, (_, number) => [`été ${number}`, number]));
  const normalize = jest.spyOn(String.prototype, 'normalize');
  try {
    readScreening(JSON.stringify({ ...aRecord(), ...fields }));
    expect(normalize.mock.calls.length).toBeLessThan(4_000);
  } finally {
    normalize.mockRestore();
  }
});

test('the steps are counted: marks that are normalised as they are would be a thousand times too many', async () => {
  const { steps } = await costOf(() => '\u0301\u0316'.repeat(LENGTH / 2).normalize('NFC'));
  expect(steps).toBeGreaterThan(1_000 * LENGTH - 1);
});
