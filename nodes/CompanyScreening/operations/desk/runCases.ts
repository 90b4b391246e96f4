// The companies, or registration numbers, that a killed run left without an answer, as one open case: an item, a line of the worklist, and a page.
import type { IDataObject } from 'n8n-workflow';

import { quantity } from '../../names/plainText';
import type { KilledRun } from '../../register/companies/killedRuns';
import { decisionForm, noticeHtml } from './casePages';
import { html } from '../shared/html';
import { daysSince, namedLine, type OpenEntry } from './openCases';

/** Nobody proposes anything about it, so it waits for anybody. */
export function entryOfRun(one: KilledRun): OpenEntry {
  const { caseId, since } = one;
  return {
    ...{ caseId, since, key: '' },
    waitsForSomebodyElse: () => false,
    label: (nowMs) => lineOf(one, nowMs),
    row: (nowMs) =>
      html`<tr>
        <td>${daysSince(since, nowMs) ?? ''}</td>
        <td>${countOf(one)} of a run that was killed</td>
        <td>no answer came</td>
        <td></td>
        <td></td>
        <td></td>
      </tr>`,
    item: (said) => runItem(one, said),
  };
}

const CHOICES = ['sendAgain', 'close'] as const;

function runItem(one: KilledRun, { nowMs, notice }: { nowMs: number; notice: string }): IDataObject {
  return {
    outcome: 'openCase',
    kind: 'killedRun',
    standing: 'open',
    message: sentenceOf(one),
    label: lineOf(one, nowMs),
    caseId: one.caseId,
    environment: one.environment || null,
    reason: 'noAnswer',
    since: one.since || null,
    ageDays: daysSince(one.since, nowMs),
    mayDecide: CHOICES.join('; '),
    companies: one.cases.length,
    maximumScreenings: one.requests,
    form: formOfRun(one, notice),
  };
}

function sentenceOf(one: KilledRun): string {
  const sandbox = one.environment === 'sandbox' ? ' in the sandbox' : '';
  const run = one.startedBy === '' ? 'A run' : `The run of ${one.startedBy}`;
  return `${run} was killed while it sent ${countOf(one)}${sandbox}, and none of their answers is known. Some of them may have been ${one.areNumbers ? 'requested' : 'screened'} and paid for. To send all of them again costs ${costOf(one)} at the maximum.`;
}

function lineOf(one: KilledRun, nowMs: number): string {
  const days = daysSince(one.since, nowMs);
  const age = days === null ? '' : `, ${quantity(days, 'day', 'days')}`;
  return namedLine(`${countOf(one)} of a run that was killed \u2013 no answer came${age}`, one);
}

function formOfRun(one: KilledRun, notice: string): string {
  const page = html`${noticeHtml(notice)}
    <p>${sentenceOf(one)}</p>
    <p>The run claimed the first of them at ${one.since.slice(0, 16).replace('T', ' ')} (UTC).</p>`;
  return decisionForm(one.caseId, page, CHOICES);
}

const countOf = ({ cases, areNumbers }: KilledRun): string =>
  areNumbers
    ? quantity(cases.length, 'registration number', 'registration numbers')
    : quantity(cases.length, 'company', 'companies');

const costOf = ({ requests, areNumbers }: KilledRun): string =>
  areNumbers ? quantity(requests, 'request', 'requests') : quantity(requests, 'screening', 'screenings');
