// The time of day of this process, moved on at will.

/**
 * Moves the time of day on. A token obtained a moment ago is handed to whoever asks for one; a minute later it is not, so
 * that each test of the file begins without a token.
 */
export function useClock(): (seconds: number) => void {
  let shiftMs = 0;
  const later = (seconds: number) => {
    shiftMs += seconds * 1000;
  };
  beforeAll(() => {
    const realNow = Date.now.bind(Date);
    jest.spyOn(Date, 'now').mockImplementation(() => realNow() + shiftMs);
  });
  beforeEach(() => {
    later(60);
  });
  return later;
}
