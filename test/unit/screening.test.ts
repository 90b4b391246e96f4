// The replies of one run: what each says of the company that was asked for.
import { ScreeningReader, type Question } from '../../nodes/CompanyScreening/operations/screening/screening';
import { ONE_DAY_MS } from '../../nodes/CompanyScreening/flowControl/time';
import { OperationFailure } from '../../nodes/CompanyScreening/service/failure';
import type { OldDate, ReplyAge } from '../../nodes/CompanyScreening/service/staleness';
import { aRecord, aReply } from './builders';

const asked = (changes: Partial<Question> = {}): Question => ({
  companyName: 'Alder Ltd',
  watchlistMayMissName: false,
  option: 'Both',
  referenceId: 'case-1',
  requesterId: '',
  ...changes,
});
const verdictOf = (reader: ScreeningReader, reply: ReturnType<typeof aReply>, question: Question) =>
  reader.read(reply, question).hitsAndVerdictNow(false);
const CLEAR = { outcome: 'clear', reason: null, hits: [] };
const review = (reason: string) => ({ outcome: 'review', reason, hits: [] });

test('a reply is read once for a question, however often it is asked for', () => {
  const reader = new ScreeningReader();
  const reply = aReply(aRecord());
  expect(reader.read(reply, asked())).toBe(reader.read(reply, asked()));
});

test('what it says of one question is never taken for what it says of another', () => {
  const reader = new ScreeningReader();
  const reply = aReply(aRecord());
  expect(verdictOf(reader, reply, asked())).toEqual(CLEAR);
  expect(verdictOf(reader, reply, asked({ watchlistMayMissName: true }))).toEqual(review('mixedScripts'));
  expect(verdictOf(reader, reply, asked({ option: 'Pep' }))).toEqual(review('otherRequest'));
});

test('a reply that shows to be old only when others have come is clear no longer', () => {
  let old: OldDate | null = null;
  const age: ReplyAge = { oldDate: () => old, anyCameToBeOld: () => false, isByThisMachine: false };
  const screening = new ScreeningReader().read({ ...aReply(aRecord()), age }, asked());
  expect(screening.hitsAndVerdictNow(false)).toEqual(CLEAR);
  const date = Date.parse('2025-03-01T08:00:03Z');
  old = { date, other: date + 2 * ONE_DAY_MS, clock: 'anotherReply' };
  expect(screening.hitsAndVerdictNow(false)).toEqual(review('staleAnswer'));
});

test('an error says what was asked for', () => {
  const read = () => new ScreeningReader().read(aReply({ message: 'no' }, 400), asked());
  expect(read).toThrow(OperationFailure);
  expect(read).toThrow('Screen Company: ');
});

test.each([
  ['in capitals', (id: string) => id.toUpperCase()],
  ['in braces', (id: string) => `{${id}}`],
  ['without hyphens', (id: string) => id.replaceAll('-', '')],
  ['as a URN', (id: string) => `urn:uuid:${id}`],
  ['with characters that nobody sees', (id: string) => ` ${id}\u200b`],
])('an id of two companies is the same one if it is written %s', (_, written) => {
  const reader = new ScreeningReader();
  const id = '0b5f7f1e-6c0a-4e8e-9a55-5d1f6c3b2a10';
  const screenings = [id, written(id)].map((one, company) =>
    reader.read(aReply(aRecord({ id: one })), asked({ companyName: `Company ${company}` })),
  );
  for (const screening of screenings)
    expect(screening.hitsAndVerdictNow(false)).toEqual(review('otherRequest'));
  expect(screenings.map((screening) => screening.id)).toEqual([id, written(id)]);
});

test('two ids of no UUID are two, although they have the same letters', () => {
  const reader = new ScreeningReader();
  const screenings = ['S-1-23', 'S-12-3'].map((id) =>
    reader.read(aReply(aRecord({ id })), asked({ companyName: id })),
  );
  for (const screening of screenings) expect(screening.hitsAndVerdictNow(false)).toEqual(CLEAR);
});
