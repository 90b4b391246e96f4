// "Forget Company": every trace of a customer goes from a register. The rules are in register/removal/.
import { randomUUID } from 'node:crypto';

import * as z from 'zod/v4';

import { cleanText } from '../../names/companyName';
import { forEveryone, InvalidItem, SAID_ABOVE } from '../../names/invalidItem';
import { compact, plainText, quantity, withoutTags } from '../../names/plainText';
import { damagedRow } from '../../register/port/tables';
import { forget, type ForgetOrder, type ForgetPlan, type ForgetResult } from '../../register/removal/forget';
import type { LocalResult, ReadParameter } from '../shared/operation';
import { forgetCompanyFields, registerOperation } from '../shared/registerOperationFields';
import { DELETED, DELETING_IS_FOR_PEOPLE, notRemoved, readDeleting } from './deletingWords';
import { formJson, html, radioField, table, toTheSecond } from '../shared/html';

export const forgetCompany = registerOperation(
  {
    choice: {
      name: 'Forget Company',
      value: 'forgetCompany',
      action: 'Forget company in register',
      description:
        'Delete every trace of one customer from a register: answers, hits, decisions, reports. A dry run says first what would go.',
    },
    fields: forgetCompanyFields,
    nouns: { one: 'company', several: 'companies' },
    forPeopleOnly: DELETING_IS_FOR_PEOPLE,
  },
  ({ findRegister, now, sleep }) =>
    async (register, parameter) => {
      const order = readOrder(parameter);
      const tables = await findRegister(register);
      const done = await forget(tables, order, { uuid: randomUUID, nowMs: now(), sleep });
      return forgetResult(done, { register, key: order.key });
    },
);

function readOrder(parameter: ReadParameter): ForgetOrder {
  const key = plainText(parameter('companyKey'));
  if (cleanText(key) === '')
    throw new InvalidItem(
      'Company Key is empty. Nothing was deleted.',
      'Enter the key of the company as in Screen Company. If no key was used, enter the name.',
      SAID_ABOVE,
    );
  const by = readDeleting(parameter);
  // n8n refuses to give a parameter that is not shown, and a dry run does not show this one.
  const evenIfOpen = by !== null && EVEN_IF_OPEN.parse(parameter('evenIfOpen'));
  return { key, by, evenIfOpen };
}

/** The answer on the page that a true match goes too. */
const FORGET_MATCH = 'Forget the true match too';

/** The page answers for true matches only: an open case may have come since it was shown. */
const EVEN_IF_OPEN = z
  .union([z.boolean(), z.literal(FORGET_MATCH).transform(() => 'trueMatches' as const)])
  .catch(false);

interface About {
  register: string;
  /** The key as it was entered. */
  key: string;
}

/** @throws InvalidItem where nothing was deleted, RegisterFailure if a row cannot be read */
function forgetResult(done: ForgetResult, about: About): LocalResult {
  const { register } = about;
  switch (done.is) {
    case 'damaged':
      throw damagedRow(register, done);
    case 'runGoing':
    case 'tablesFull':
      throw notRemoved(done);
    case 'unknown':
      throw unknown(done, about);
    case 'openCases':
      throw unsettled(done.plan);
    case 'reasonNames':
      throw new InvalidItem(
        'Nothing was deleted: Reason has the key or a name of the company in it, and stays in the register.',
        forEveryone('Say why without naming the company, for example with the number of a request.'),
        SAID_ABOVE,
      );
    case 'storedAgain':
      throw new InvalidItem(
        'Not everything could be deleted: a run that began in the meantime has stored the company again.',
        forEveryone(
          'Take it off the list of that run, wait until no run is in progress, and run this again.',
        ),
        SAID_ABOVE,
      );
    case 'planned':
    case 'forgotten':
      return planResult(done.is, done.plan, about);
  }
}

/** Says that there is nothing only if no claim may have the company: its run may still store an answer. */
function unknown(
  { mayBeAnswered, leftUnanswered }: Extract<ForgetResult, { is: 'unknown' }>,
  { register, key }: About,
): InvalidItem {
  const customer = `the customer "${withoutTags(key)}"`;
  const knownByHash = (companies: number) =>
    `${quantity(companies, 'company', 'companies')} without an answer, known by a hash only`;
  if (mayBeAnswered > 0)
    return new InvalidItem(
      `The register "${register}" has no answer of this company, but a run may still store one: it has claimed ${knownByHash(mayBeAnswered)}. Nothing was deleted.`,
      `${WAIT_FOR_RUN} Then run this again. ${CHECK_KEY}`,
      {
        ...SAID_ABOVE,
        message: `Nothing is known of ${customer} yet, but a run may still store an answer. Nothing was deleted.`,
        advice: `${WAIT_FOR_RUN} Then open the first page again. ${CHECK_NUMBER}`,
      },
    );
  const found =
    leftUnanswered > 0
      ? `has no answer of this company. It may be among ${knownByHash(leftUnanswered)}.`
      : 'has nothing about this company.';
  return new InvalidItem(`The register "${register}" ${found} Nothing was deleted.`, CHECK_KEY, {
    ...SAID_ABOVE,
    message: `Nothing is known of ${customer}. Nothing was deleted.`,
    advice: CHECK_NUMBER,
  });
}

const WAIT_FOR_RUN = 'Wait until that run has ended, or for a day if it was interrupted.';
const CHECK_KEY =
  'Enter its key as the field companyKey of Get Many has it. If no key was used, enter the name.';
const CHECK_NUMBER =
  'Enter the number as your lists have it. A company without a number is known by its name.';

function unsettled({ openCases, trueMatches }: ForgetPlan): InvalidItem {
  const found = compact(
    openCases > 0 && quantity(openCases, 'case of this company is open', 'cases of this company are open'),
    trueMatches > 0 && quantity(trueMatches, 'of its hits is a true match', 'of its hits are true matches'),
  );
  return new InvalidItem(
    `Nothing was deleted: ${found.join(', and ')}.`,
    'Decide about open cases first. To forget the company all the same, switch on Even With Open Cases: their number stays in the register.',
    {
      ...SAID_ABOVE,
      advice:
        openCases > 0
          ? DECIDE_FIRST
          : `To forget it all the same, open the first page again, and answer "${FORGET_MATCH}" too.`,
    },
  );
}

const DECIDE_FIRST = 'Decide first, at the review desk. Then open the first page again.';

function planResult(is: 'forgotten' | 'planned', plan: ForgetPlan, { register, key }: About): LocalResult {
  const { traces, screenings, openCases, trueMatches, lastScreened } = plan;
  const hits = new Set(traces.answers.flatMap(({ data }) => data.hits.map(({ fingerprint }) => fingerprint)))
    .size;
  const notices = noticesOf(is, plan);
  const inTheWay = is === 'planned' ? inTheWayOf(plan) : [];
  const onPage = [...inTheWay.map((one) => one.onPage), ...notices];
  const outcome = is === 'planned' ? 'dryRun' : 'forgotten';
  const json = {
    ...{ outcome, register },
    companies: new Set(traces.answers.map(({ company }) => company)).size,
    ...{ screenings, hits, decisions: traces.decisions.length, openCases, trueMatches },
    lastScreened: lastScreened || null,
    staysElsewhere: STAYS_ELSEWHERE.join('; '),
    message: [
      whatGoes(is, plan),
      ...inTheWay.map(({ said }) => said),
      ...notices,
      `What this register does not hold stays: ${STAYS_ELSEWHERE.join('; ')}.`,
    ].join(' '),
    form: is === 'planned' ? forgetForm(plan, { key, hits, notices: onPage }) : null,
    ...(is === 'planned' ? {} : DELETED),
  };
  const words = quantity(screenings, 'screening', 'screenings');
  return {
    items: [{ outcome, json }],
    counts: [`${words} ${is === 'planned' ? 'would be forgotten' : 'forgotten'}`],
  };
}

const STAYS_ELSEWHERE = [
  'executions of n8n, until n8n deletes them',
  'evidence files, reports and workbooks that were saved',
  'lists and messages that were sent',
  "n8n's log",
  'backups, and the file of the database until it is compacted',
  'what the service keeps',
];

function whatGoes(is: 'forgotten' | 'planned', { traces, screenings }: ForgetPlan): string {
  const what = `${quantity(screenings, 'screening', 'screenings')} and ${quantity(traces.decisions.length, 'decision', 'decisions')} of this company`;
  return is === 'planned'
    ? `Nothing was deleted: this is a dry run. ${what} would be deleted.`
    : `${what} were deleted. A sealed row of the archive says so, without its name or key.`;
}

/** Says what stands in the way of forgetting: in the message, and on the page, whose reader has no options. */
function inTheWayOf({ openCases, trueMatches }: ForgetPlan): Array<{ said: string; onPage: string }> {
  const open = quantity(openCases, 'case is open', 'cases are open');
  const matches = quantity(trueMatches, 'hit is a true match', 'hits are true matches');
  return compact(
    openCases > 0 && {
      said: `${open}: decide first, or switch on Even With Open Cases.`,
      onPage: `${open}, so nothing can be deleted here yet. ${DECIDE_FIRST}`,
    },
    trueMatches > 0 && {
      said: `${matches}: to forget the company all the same, switch on Even With Open Cases.`,
      onPage: `${matches}: somebody decided that this company is on a list, and that goes too. The law may ask you to keep it. Ask whoever is responsible for compliance first.`,
    },
  );
}

function noticesOf(is: 'forgotten' | 'planned', plan: ForgetPlan): string[] {
  const { traces, archived, sameNames, lastScreened, isWatched } = plan;
  return compact(
    is === 'planned' &&
      isWatched &&
      'A run is in progress, or was interrupted. Before anything is deleted, this watches it for up to two minutes.',
    is === 'planned' &&
      traces.claims.length > 0 &&
      'A request without an answer is given up: nobody will know whether it was paid for.',
    lastScreened === ''
      ? 'It was never answered.'
      : `It was last screened on ${lastScreened.slice(0, 10)}. If it is still on a list, the next run screens it again, and that is paid for.`,
    sameNames > 0 &&
      `${quantity(sameNames, 'company', 'companies')} under other keys with one of its names ${sameNames === 1 ? 'stays' : 'stay'}.`,
    archived.unreadable > 0 &&
      `${quantity(archived.unreadable, 'part', 'parts')} of the archive cannot be read and stayed as they are: they may have IDs of its screenings, but no name.`,
  );
}

/**
 * The second page of a form that forgets a customer: what would go, and what a person agrees to. The names of the answers are
 * `companyKey`, `reason`, `action` and, where a true match goes too, `trueMatch`. Open cases are decided first: until then there is nothing to
 * choose.
 *
 * @param notices the consequences, in sentences
 */
function forgetForm(
  { traces, screenings, openCases, trueMatches, lastScreened }: ForgetPlan,
  { key, hits, notices }: { key: string; hits: number; notices: readonly string[] },
): string {
  const canGo = openCases === 0;
  const page = html`${table([
      ['Company key', key],
      ['Names', [...traces.names].sort().join('; ')],
      ['Screenings', screenings],
      ['Hits', hits],
      ['Decisions', traces.decisions.length],
      ['Last screened (UTC)', toTheSecond(lastScreened)],
    ])}
    ${notices.map((notice) => html`<p>${notice}</p>`)}
    <p>What this register does not hold stays:</p>
    <ul>
      ${STAYS_ELSEWHERE.map((one) => html`<li>${one}</li>`)}
    </ul>`;
  const fields = compact(
    { fieldType: 'html', elementName: 'plan', html: page.html },
    { fieldType: 'hiddenField', fieldName: 'companyKey', fieldValue: key },
    canGo && {
      fieldType: 'textarea',
      fieldName: 'reason',
      fieldLabel: 'Reason. It stays in the register: name no customer',
      placeholder: 'Request 17',
      requiredField: true,
    },
    canGo &&
      trueMatches > 0 &&
      radioField('trueMatch', 'Forget also that this company is a true match?', [FORGET_MATCH, KEEP_MATCH]),
    canGo
      ? radioField('action', 'Forget this company? What is deleted cannot be restored', [FORGET, KEEP])
      : radioField('action', 'What now?', [KEEP]),
  );
  return formJson(fields);
}

const KEEP_MATCH = 'Keep the true match';
const FORGET = 'Forget it';
const KEEP = 'Keep it';
