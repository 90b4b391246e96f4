// Replies as the register stores them: read on another day, they say what they said when they came.
import {
  payloadOf,
  repliesByName,
  storedReplies,
} from '../../nodes/CompanyScreening/operations/shared/storedVerdict';
import { replyText, type ServiceReply } from '../../nodes/CompanyScreening/service/reply';
import { aReply } from './builders';
import { aCompany } from './register/anAnswer';
import { answerTo } from './register/answerTo';

const withHash = (digit: string, reply: ServiceReply): ServiceReply =>
  Object.assign(reply, { sha256: () => digit.repeat(64) });
const asStored = (value: unknown): unknown => JSON.parse(JSON.stringify(value));
const factsOf = (reply: ServiceReply) => ({
  ...{ method: reply.method, status: reply.status, isWhole: reply.isWhole, repliedAt: reply.repliedAt },
  ...{ text: replyText(reply), isOld: Boolean(reply.age?.oldDate()) },
  sha256: reply.kind === 'text' ? reply.sha256() : '',
});
const age: ServiceReply['age'] = {
  oldDate: () => ({ date: 1, other: 2, clock: 'anotherReply' }),
  anyCameToBeOld: () => true,
  isByThisMachine: false,
};
const about = { question: { requesterId: 'me' }, ownData: { country: 'DE' } };

test.each<[string, ServiceReply]>([
  ['a whole one', withHash('1', aReply({ id: 's-1' }))],
  ['a part of one', { ...aReply({ id: 's-1' }), isWhole: false }],
  ['one that was old when it came', { ...aReply({ id: 's-1' }), age }],
  ['one with another status', aReply({ id: 's-1' }, 202)],
  ['one of an address that was asked later', aReply({ id: 's-1' }, 200, 'GET')],
])('%s is read back as it came, beside others', (_, reply) => {
  const others = [withHash('2', aReply({ id: 's-2' })), withHash('3', aReply({ id: 's-3' }))];
  const stored = storedReplies(asStored(payloadOf([reply, ...others], about)));
  expect(stored).toMatchObject(about);
  expect(stored?.replies.map(factsOf)).toEqual([reply, ...others].map(factsOf));
});

test('data of the user that were changed hide no reply, and what is none has none', () => {
  const payload = payloadOf([aReply({ id: 's-1' })], about);
  expect(storedReplies(asStored({ ...payload, ownData: { country: [] } }))?.replies).toHaveLength(1);
  expect(storedReplies({ ...payload, question: 7 })).toBeUndefined();
});

const names = ['Alder', 'Birch', 'Cedar'] as const;
test.each([
  ['an answer', 'answer', 3, ['Alder', 'Birch', 'Cedar']],
  ['an answer without that to one name', 'answer', 2, []],
  ['no answer, but those to earlier names', 'unanswered', 2, ['Alder', 'Birch']],
  ['no answer, but all of them', 'unanswered', 3, []],
] as const)('%s gives a reply for each of its names, or none', (_, kind, count, found) => {
  const [first = aReply({}), ...others] = names.slice(0, count).map((id) => aReply({ id }));
  const answer = answerTo({ ...aCompany('Alder'), names }, 'm', [first, ...others], { kind });
  expect(repliesByName(answer).map(({ name, nameIndex }) => [name, nameIndex])).toEqual(
    found.map((name, nameIndex) => [name, nameIndex]),
  );
  const own = names.map((id) => aReply({ own: id }));
  expect(repliesByName(answer, own).map(({ reply }) => reply)).toEqual(own.slice(0, found.length));
});
