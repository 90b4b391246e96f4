// Changes that no test notices because they change nothing that anybody could notice. One line says why.

export interface Explained {
  file: string;
  /** The text that was changed, and what it was changed to. */
  from: string;
  to: string;
  why: string;
}

const room = (folder: string) => (file: string) => `nodes/CompanyScreening/${folder}/${file}.ts`;
const service = room('service');
const names = room('names');
const comparison = room('comparison');
const credentials = (file: string) => `credentials/companyScreeningApi/${file}.ts`;
const batch = room('batch');
const run = room('run');
const output = room('output');
const transport = room('transport');
const decisions = room('register/decisions');

export const EXPLAINED: Explained[] = [
  {
    file: service('outcome'),
    from: 'record.details?.every',
    to: 'record.details.every',
    why: 'There is at least one hit, so there are details. The compiler asks for it.',
  },
  {
    file: service('outcome'),
    from: 'RECORD_FIELDS.has(name)',
    to: 'false',
    why: 'The fields of the contract are judged in the same way elsewhere, or agree with themselves. To skip them saves time.',
  },
  {
    file: service('outcome'),
    from: 'default:\n      return false;',
    to: 'default:',
    why: 'Nothing counts as false, too.',
  },
  {
    file: service('outcome'),
    from: 'known === undefined',
    to: 'false',
    why: 'A field that is not there has no JSON, which is not equal to any. The compiler asks for it.',
  },
  {
    file: service('workState'),
    from: 'status >= 500',
    to: 'status > 500',
    why: '500 is among the passing ones, which are answered a line before.',
  },
  {
    file: names('lookAlikes'),
    from: 'ASCII.test(name)',
    to: 'false',
    why: 'Most names are ASCII, in which nothing is mixed. To ask that first saves time.',
  },
  {
    file: names('companyName'),
    from: 'ASCII.test(text)',
    to: 'false',
    why: 'The longer way gives the same for ASCII. To ask that first saves time.',
  },
  {
    file: names('companyName'),
    from: String.raw`/^[\x20-\x7e]*$/`,
    to: String.raw`/^[\x20-\x7e]$/`,
    why: 'The same: only the short way is gone.',
  },
  {
    file: names('lookAlikes'),
    from: String.raw`/^[\x20-\x7e]*$/`,
    to: String.raw`/^[\x20-\x7e]$/`,
    why: 'The same: only the short way is gone.',
  },
  {
    file: names('lookAlikes'),
    from: '[]',
    to: '["Stryker was here"]',
    why: 'A name without a word has no mixture, and neither has this text.',
  },
  {
    file: names('companyName'),
    from: 'name.length > MAX_CHARACTERS',
    to: 'true',
    why: 'The characters are counted after it. Their units are counted first since that is fast.',
  },
  {
    file: names('companyName'),
    from: 'name.length > MAX_CHARACTERS',
    to: 'name.length >= MAX_CHARACTERS',
    why: 'The same.',
  },
  {
    file: names('companyName'),
    from: 'name.slice(0, 2 * MAX_CHARACTERS + 2)',
    to: 'name',
    why: 'So that no whole file is counted.',
  },
  {
    file: names('lookAlikes'),
    from: '!MARK_OF_A_SCRIPT.test(name)',
    to: 'false',
    why: 'Without such a mark, no character is found below. To ask that first saves time.',
  },
  {
    file: names('lookAlikes'),
    from: "name.normalize('NFKC') === name",
    to: 'false',
    why: 'What changes in no letter does not change as a whole. To ask that first saves time.',
  },
  {
    file: names('lookAlikes'),
    from: "''",
    to: '"Stryker was here!"',
    why: 'Between the scripts of a class: its letters are Latin, and its signs stand in no word.',
  },
  {
    file: names('encodingDamage'),
    from: '[]',
    to: '["Stryker was here"]',
    why: 'ASCII has no damage.',
  },
  {
    file: names('encodingDamage'),
    from: '{\n    return false;\n  }',
    to: '{}',
    why: 'Nothing counts as false, too.',
  },
  {
    file: batch('pace'),
    from: '-Infinity',
    to: '+Infinity',
    why: 'From when the run is slower is read only after a refusal, which sets it.',
  },
  {
    file: batch('pace'),
    from: "allowance.kind === 'free'",
    to: 'true',
    why: 'After the first refusal nobody reads the starts. To write them down would only cost memory.',
  },
  {
    file: batch('ending'),
    from: '() => undefined as unknown',
    to: '() => undefined',
    why: 'Only the type is different.',
  },
  {
    file: run('run'),
    from: 'evidenceOf.outcome !== outcome',
    to: 'false',
    why: 'A doubt gives another outcome only together with a reason.',
  },
  {
    file: names('registrationNumber'),
    from: "''",
    to: '"Stryker was here!"',
    why: 'Its whole part and its exponent are always there. The compiler asks for a default.',
  },
  {
    file: names('registrationNumber'),
    from: 'count > DIGITS',
    to: 'count >= DIGITS',
    why: 'As many digits as there must be are no wrong length.',
  },
  {
    file: service('masking'),
    from: '[]',
    to: '["Stryker was here"]',
    why: 'Only a spelling more, which is found in no text.',
  },
  {
    file: service('masking'),
    from: 'secret.length < MIN_LENGTH_ANYWHERE',
    to: 'true',
    why: 'A longer one is masked anywhere, so behind its name too.',
  },
  {
    file: service('masking'),
    from: 'secret.length < MIN_LENGTH_ANYWHERE',
    to: 'secret.length <= MIN_LENGTH_ANYWHERE',
    why: 'The same.',
  },
  {
    file: service('masking'),
    from: '/=+$/',
    to: '/=+/',
    why: 'Base64 has this sign at its end only.',
  },
  {
    file: service('masking'),
    from: String.raw`/\\+|[^]/gu`,
    to: String.raw`/\\|[^]/gu`,
    why: 'The same is found. A run of them is taken as one to save time.',
  },
  {
    file: service('masking'),
    from: String.raw`part.startsWith('\\')`,
    to: String.raw`part.endsWith('\\')`,
    why: 'A part is one sign, or backslashes only.',
  },
  {
    file: service('masking'),
    from: '/[a-z0-9_]/i.test(character)',
    to: 'false',
    why: 'Escapes of letters are undone before the mask. Without them its pattern is a tenth as long.',
  },
  {
    file: service('disguises'),
    from: 'disguises.length === 0',
    to: 'false',
    why: 'Without a disguise, none is there. To ask that first saves time.',
  },
  {
    file: service('disguises'),
    from: 'compacted.includes(core) || digits.includes(core)',
    to: 'true',
    why: 'The pattern finds the same. Most texts hold none, which is found out in less time.',
  },
  {
    file: service('disguises'),
    from: String.raw`/\\{1,16}u[\da-f]{4}|\\{1,16}[nrt]|&#?\w{1,8};|%[\da-f]{2}|[^a-z\d\\%&]{1,1000}|[\\%&]/gi`,
    to: String.raw`/\\u[\da-f]{4}|\\{1,16}[nrt]|&#?\w{1,8};|%[\da-f]{2}|[^a-z\d\\%&]{1,1000}|[\\%&]/gi`,
    why: 'The backslashes in front go with the other signs.',
  },
  {
    file: service('disguises'),
    from: String.raw`/\\{1,16}u[\da-f]{4}|\\{1,16}[nrt]|&#?\w{1,8};|%[\da-f]{2}|[^a-z\d\\%&]{1,1000}|[\\%&]/gi`,
    to: String.raw`/\\{1,16}u[\da-f]{4}|\\[nrt]|&#?\w{1,8};|%[\da-f]{2}|[^a-z\d\\%&]{1,1000}|[\\%&]/gi`,
    why: 'The same.',
  },
  {
    file: service('disguises'),
    from: String.raw`/\\{1,16}u[\da-f]{4}|\\{1,16}[nrt]|&#?\w{1,8};|%[\da-f]{2}|[^a-z\d\\%&]{1,1000}|[\\%&]/gi`,
    to: String.raw`/\\{1,16}u[\da-f]{4}|\\{1,16}[nrt]|&#?\w{1,8};|%[\da-f]{2}|[^a-z\d\\%&]|[\\%&]/gi`,
    why: 'The same, sign by sign. It takes more time.',
  },
  {
    file: service('disguises'),
    from: String.raw`/0x|\\{1,16}x/gi`,
    to: String.raw`/0x|\\x/gi`,
    why: 'The same.',
  },
  {
    file: output('errors'),
    from: '{ message: details.message }',
    to: '{}',
    why: 'n8n takes the message from the options beside it. It is there in case an n8n does not.',
  },
  {
    file: service('json'),
    from: '{\n    return undefined;\n  }',
    to: '{}',
    why: 'To return nothing is to return undefined.',
  },
  {
    file: service('json'),
    from: '!MAY_BE_LOST.test(text)',
    to: 'false',
    why: 'Few texts have such a number. To ask that first saves time.',
  },
  {
    file: service('json'),
    from: String.raw`/\.0{200}|e-\d{3}/i`,
    to: String.raw`/\.0|e-\d{3}/i`,
    why: 'The same: only more texts are looked through.',
  },
  {
    file: service('json'),
    from: String.raw`/\.0{200}|e-\d{3}/i`,
    to: String.raw`/\.0{200}|e-\d/i`,
    why: 'The same.',
  },
  {
    file: output('stopError'),
    from: '[]',
    to: '["Stryker was here"]',
    why: 'What has no state is in none of the lists.',
  },
  {
    file: output('stopError'),
    from: "item.state !== 'failed'",
    to: 'false',
    why: 'Only a failed item was sent without a result. The compiler asks for it.',
  },
  {
    file: service('reply'),
    from: '[]',
    to: '["Stryker was here"]',
    why: 'What does not keep the contract has at least one issue. The compiler asks for it.',
  },
  {
    file: service('reply'),
    from: 'error.issues[0]?.path',
    to: 'error.issues[0].path',
    why: 'The same.',
  },
  {
    file: service('reply'),
    from: '/^The /',
    to: '/The /',
    why: 'Each of these messages begins with it, or does not have it.',
  },
  {
    file: transport('transport'),
    from: "'The credential cannot be read.'",
    to: '""',
    why: 'Nothing else is thrown there. The compiler asks for it.',
  },
  {
    file: transport('transport'),
    from: '[]',
    to: '["Stryker was here"]',
    why: 'A token that is found in no reply.',
  },
  {
    file: transport('transport'),
    from: '!latest || latest.sent !== sent || latest.stored !== stored',
    to: 'true',
    why: 'A mask is made again for each reply then, which takes time.',
  },
  {
    file: transport('transport'),
    from: "''",
    to: '"Stryker was here!"',
    why: 'Where there is no token: a token that is found in no reply.',
  },
  {
    file: transport('networkProblem'),
    from: '[]',
    to: '["Stryker was here"]',
    why: 'Every error can be read: what is odd about it is left out.',
  },
  {
    file: transport('networkProblem'),
    from: "''",
    to: '"Stryker was here!"',
    why: 'In the place of no message or code: neither says anything.',
  },
  {
    file: run('files'),
    from: '!file && !evidence',
    to: 'false',
    why: 'Without either, nothing is kept. To ask that first saves time.',
  },
  {
    file: names('lookAlikes'),
    from: "'u'",
    to: '""',
    why: 'All of its characters are single units.',
  },
  {
    file: service('hitFingerprint'),
    from: 'one < other',
    to: 'one <= other',
    why: 'No two fields of an object have the same name.',
  },
  {
    file: comparison('address'),
    from: '[]',
    to: '["Stryker was here"]',
    why: 'Each word has a part. The compiler asks for it.',
  },
  {
    file: comparison('compare'),
    from: '[]',
    to: '["Stryker was here"]',
    why: 'An entry that is like nothing says as little as none.',
  },
  {
    file: comparison('match'),
    from: '[]',
    to: '["Stryker was here"]',
    why: 'A single word that is no number, country or address says as little as none.',
  },
  {
    file: comparison('country'),
    from: '[z.string(), z.string()]',
    to: '[]',
    why: 'Only the type is different.',
  },
  {
    file: room('operations/screenCompany')('verdict'),
    from: 'reasons.length === 0',
    to: 'true',
    why: 'What is clear under each name has no reason. Asked again, since nothing is worse than a wrong clear.',
  },
  {
    file: service('maskReply'),
    from: "''",
    to: '"Stryker was here!"',
    why: 'One of them is always there. The compiler asks for a default.',
  },
  {
    file: service('masking'),
    from: "token.split('.').slice(1)",
    to: "token.split('.')",
    why: 'A token and its first part begin alike.',
  },
  {
    file: transport('httpReply'),
    from: "typeof body === 'string'",
    to: 'false',
    why: 'Its characters one by one are the same text.',
  },
  {
    file: transport('httpReply'),
    from: "'string'",
    to: '""',
    why: 'The same.',
  },
  {
    file: transport('receive'),
    from: "''",
    to: '"Stryker was here!"',
    why: 'A file has a type, and no header at all is no attachment either way.',
  },
  {
    file: transport('receive'),
    from: '/^[[{"]/',
    to: '/[[{"]/',
    why: 'What does not begin with one of them is no JSON with one of them. To ask that first saves time.',
  },
  {
    file: transport('receive'),
    from: 'disposition === undefined',
    to: 'false',
    why: 'It cannot be read then, which gives the same.',
  },
  {
    file: transport('receive'),
    from: '{\n    // Not as the standard says: a file without a name is still the file.\n    return undefined;\n  }',
    to: '{}',
    why: 'To return nothing is to return undefined.',
  },
  {
    file: service('http'),
    from: "''",
    to: '"Stryker was here!"',
    why: 'Neither is a number or a date.',
  },
  {
    file: service('settings'),
    from: "'The credential cannot be read.'",
    to: '""',
    why: 'There is always an issue. The compiler asks for a default.',
  },
  {
    file: service('settings'),
    from: 'parsed.error.issues[0]?.message',
    to: 'parsed.error.issues[0].message',
    why: 'The same.',
  },
  {
    file: service('settings'),
    from: "'custom'",
    to: '""',
    why: 'Only the message of an issue is read.',
  },
  {
    file: service('tokenExchange'),
    from: "''",
    to: '"Stryker was here!"',
    why: 'Neither is the code of an error.',
  },
  {
    file: service('tokenExchange'),
    from: '[]',
    to: '["Stryker was here"]',
    why: 'A token that is found in no reply.',
  },
  {
    file: credentials('authenticate'),
    from: "''",
    to: '"Stryker was here!"',
    why: 'Without an address, a request goes nowhere else than with this one.',
  },
  {
    file: credentials('authenticate'),
    from: 'address.startsWith(`${baseUrl}/`)',
    to: 'false',
    why: 'What follows gives the same. To ask that first saves time.',
  },
  {
    file: credentials('authenticate'),
    from: 'address.startsWith(`${baseUrl}/`)',
    to: 'address.endsWith(`${baseUrl}/`)',
    why: 'What follows gives the same. To ask that first saves time.',
  },
  {
    file: credentials('authenticate'),
    from: 'known',
    to: 'false',
    why: 'It is made again for each request then, which takes time.',
  },
  {
    file: credentials('credentialTest'),
    from: '0x7f - 0x20',
    to: '0x7f + 0x20',
    why: 'More rules, for characters that no code has.',
  },
  {
    file: credentials('credentialTest'),
    from: 'code !== INVALID_CREDENTIALS_CODE',
    to: 'true',
    why: 'The rule for it stands in front, and the first that applies counts.',
  },
  {
    file: decisions('caseId'),
    from: "''",
    to: '"Stryker was here!"',
    why: 'A text of this form has each of its parts. The compiler asks for a default.',
  },
  {
    file: decisions('caseId'),
    from: String.raw`/^case1~([0-9a-f]{64})~([\w.-]+)~([0-9a-f]{64}|company)~([0-9a-f]{16})~([0-9a-f]{8})$/`,
    to: String.raw`/case1~([0-9a-f]{64})~([\w.-]+)~([0-9a-f]{64}|company)~([0-9a-f]{16})~([0-9a-f]{8})$/`,
    why: 'The check is one over all that stands before it.',
  },
  {
    file: decisions('chain'),
    from: '(present.get(seal)?.id ?? 0) > id',
    to: '(present.get(seal)?.id ?? 0) >= id',
    why: 'No row follows itself.',
  },
  {
    file: decisions('chain'),
    from: '!found.has(decision.decision)',
    to: 'true',
    why: 'The same decisions are found again, which takes time. There is no circle.',
  },
  {
    file: decisions('chain'),
    from: 'orderOf(one) < orderOf(other)',
    to: 'orderOf(one) <= orderOf(other)',
    why: 'No two decisions have one seal.',
  },
  {
    file: decisions('listed'),
    from: 'one.answer < other.answer',
    to: 'one.answer <= other.answer',
    why: 'No two answers have one id.',
  },
  {
    file: decisions('steps'),
    from: 'one.confirmation.decidedAt <= other.confirmation.decidedAt',
    to: 'one.confirmation.decidedAt < other.confirmation.decidedAt',
    why: 'Of two that end at the same time, either counts.',
  },
  {
    file: decisions('cases'),
    from: 'decisions.length === 0',
    to: 'false',
    why: 'Without a decision, a case is open. To ask that first saves time.',
  },
  {
    file: decisions('record'),
    from: 'shared.length > 0',
    to: 'true',
    why: 'Without a screening id, nothing is found. To ask that first saves time.',
  },
  {
    file: decisions('record'),
    from: 'shared.length > 0',
    to: 'shared.length >= 0',
    why: 'The same.',
  },
  {
    file: decisions('record'),
    from: "'A decision is not one as it is written.'",
    to: '""',
    why: 'What was just written can be read. The compiler asks for it.',
  },
  {
    file: decisions('record'),
    from: 'isDamaged(decision)',
    to: 'false',
    why: 'The same.',
  },
];
