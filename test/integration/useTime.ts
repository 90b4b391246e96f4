// A test time for the tests of a file.
import { testTime, type TestTime } from '../support/testTime';

/**
 * A token obtained a moment ago is handed to whoever asks for one; a minute later it is not. So each test of the file begins
 * a minute later, without a token.
 */
export function useTime(): TestTime {
  const time = testTime();
  beforeEach(() => {
    time.slept.length = 0;
    time.deadlines.length = 0;
    time.later(60);
  });
  return time;
}

// The default of the option Timeout and the time of a token exchange; a deadline is a hundredth longer.
const REQUEST_MS = 30_300;
const TOKEN_MS = 15_150;

/** The deadline of the request with this number, from 0, in a run with the Timeout that it has by default. */
export function deadlineOfRequest(time: TestTime, number: number): { pass: () => void } {
  return deadline(time, REQUEST_MS, number);
}

/** The deadline of the first token exchange. */
export function deadlineOfToken(time: TestTime): { pass: () => void } {
  return deadline(time, TOKEN_MS, 0);
}

function deadline(time: TestTime, ofMs: number, number: number): { pass: () => void } {
  const found = time.deadlines.filter(({ ms }) => ms === ofMs)[number];
  if (!found) throw new Error(`There is no deadline ${number} of ${ofMs} ms.`);
  return found;
}
