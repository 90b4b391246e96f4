// "Screen Company": one company, every hit as an item of its own.
import { randomUUID } from 'node:crypto';

import * as z from 'zod/v4';

import {
  screeningOptionSchema,
  screeningRecordSchema,
  type ScreeningOption,
  type ScreeningRecord,
} from '../service/contract';
import { screeningRequest } from '../service/endpoints';
import { SCREENING_ERRORS } from '../service/errorCatalogs';
import { invalidInput, ScreeningFailure } from '../service/failure';
import { findingsOf, type Outcome } from '../service/outcome';
import { describeReportedError, readReply } from '../service/reply';
import type { Operation, TaskResult } from './operation';
import { plainText } from './plainText';
import { screenCompanyFields } from './screenCompany.fields';
import { fullItem, simplifiedItem } from './screenCompany.items';

const REPLY_CONTEXT = { operation: 'Screen Company', catalog: SCREENING_ERRORS };

export const screenCompany: Operation = {
  choice: {
    name: 'Screen Company',
    value: 'screenCompany',
    action: 'Screen a company for AML and PEP hits',
    description: 'Screen a company against AML and PEP watchlists; every hit is an item of its own',
  },
  fields: screenCompanyFields,
  subjectKey: 'companyName',
  words: { one: 'company', several: 'companies', done: 'screened', receiptId: 'screeningId' },

  summarise(results) {
    const having = (outcome: Outcome) => (result: TaskResult) =>
      result.items.some((item) => item.outcome === outcome);
    const withHits = results.filter(having('hit'));
    const hits = withHits.flatMap(({ items }) => items).filter(({ outcome }) => outcome === 'hit').length;
    const clear = results.filter(({ receipt }) => receipt.outcome === 'clear').length;
    const toReview = results.filter(having('review')).length;
    const both = withHits.filter(having('review')).length;
    return [
      `${withHits.length} with hits (${hits} ${hits === 1 ? 'hit' : 'hits'} in all)`,
      `${clear} clear`,
      `${toReview} to review${both === 0 ? '' : ` (${both} of them with hits)`}`,
    ].join(', ');
  },

  prepare(parameter, options) {
    const companyName = plainText(parameter('companyName'));
    const option = parameter('screeningOption');
    const itemOf = parameter('simplify') === false ? fullItem : simplifiedItem;
    const given = additionalFieldsSchema.parse(parameter('additionalFields'));
    const referenceId = given.referenceId || randomUUID();

    return {
      subject: { companyName, referenceId },
      duplicateKey: given.referenceId ? null : JSON.stringify([companyName, option, given.requesterId]),

      toRequest(settings) {
        // A sheet may hold names of invisible characters, which the service would find clear.
        if (!/[\p{Letter}\p{Number}]/u.test(companyName)) {
          throw invalidInput(
            'Company Name is empty.',
            'Nothing was sent for this item: a name needs at least one letter or digit. Fill it in, leave the row out before this node, or correct the expression if it names a column that is not there.',
          );
        }
        return screeningRequest(settings, {
          companyName,
          option: readScreeningOption(option),
          referenceId,
          requesterId: given.requesterId,
        });
      },

      toResult(reply) {
        const record = readReply(reply, screeningRecordSchema, REPLY_CONTEXT);
        const findings = findingsOf(record);
        const outcome = findings[0]?.outcome ?? 'review';
        if (outcome === 'error') throw recordFailure(record, reply.status);
        const facts = {
          companyName,
          referenceId,
          requesterId: given.requesterId,
          screeningOption: String(option),
        };
        const wanted = outcome === 'clear' && options.noHits === 'returnNothing' ? [] : findings;
        return {
          items: wanted.map((finding) => ({
            outcome: finding.outcome,
            json: itemOf({ ...facts, ...finding }, record),
          })),
          receipt: { id: record.id, outcome },
        };
      },
    };
  },
};

const textSchema = z.unknown().transform(plainText);

const additionalFieldsSchema = z
  .object({ referenceId: textSchema, requesterId: textSchema })
  .catch({ referenceId: '', requesterId: '' });

function readScreeningOption(value: unknown): ScreeningOption {
  const option = screeningOptionSchema.safeParse(value);
  if (option.success) return option.data;
  throw invalidInput(
    'Screening Option is not one of Both, Aml and Pep.',
    'Nothing was sent for this item. Correct the expression in Screening Option.',
  );
}

/** A record that failed: what its errors say, in the words of the catalog. It was a screening all the same. */
function recordFailure(record: ScreeningRecord, httpStatus: number): ScreeningFailure {
  const reported = (record.errors ?? []).map((error) => describeReportedError(error, SCREENING_ERRORS));
  const [first, ...others] = reported;
  return new ScreeningFailure({
    ...first,
    message: `Screen Company: the screening failed. ${first?.message ?? 'The service gave no reason.'}`,
    description: [
      first?.description ?? "Try again later; if it stays, contact the service's support.",
      ...others.map(({ message }) => `Also: ${message}`),
      `The company was not screened; the service keeps the request under the screening id ${record.id}.`,
    ].join(' '),
    fatal: reported.some(({ fatal }) => fatal),
    httpStatus,
    receiptId: record.id,
  });
}
