// "Request Annual Returns": asks for the list of annual returns files of one business.
import { deepCopy } from 'n8n-workflow';

import { annualReturnsReplySchema, errorBodySchema } from '../../service/contract';
import { annualReturnsEndpoint } from '../../service/endpoints';
import { ANNUAL_RETURNS_ERRORS } from '../../service/errorCatalogs';
import { readReply, textOf } from '../../service/reply';
import type { RequestOperation, Result, Subject, Task } from '../operation';
import { payingOptions, readItemOptions } from '../options';
import { plainText } from '../../names/plainText';
import { failedRequest } from './failedRequest';
import { registrationNumberOptions, requestAnnualReturnsFields } from './fields';
import { readRegistrationNumber } from '../../names/registrationNumber';

const REPLY_CONTEXT = { operation: 'Request Annual Returns', catalog: ANNUAL_RETURNS_ERRORS };

export const requestAnnualReturns: RequestOperation = {
  kind: 'request',
  resource: 'annualReturns',
  choice: {
    name: 'Request Annual Returns',
    value: 'requestAnnualReturns',
    action: 'Request the annual returns of a business',
    description: 'Ask for the list of annual returns files of a business; the service queues the request',
  },
  fields: requestAnnualReturnsFields,
  options: [registrationNumberOptions, payingOptions],
  subjectKey: 'registrationNumber',
  receiptKey: 'requestId',
  itemKeys: () => ['registrationNumber', 'id', 'requestUri', 'status', 'environment'],
  nouns: {
    one: 'registration number',
    several: 'registration numbers',
    done: 'requested',
  },
  summarise,
  countsForSearch: (results, failed) => ({
    annual_returns_requested: results.length,
    annual_returns_errors: failed,
  }),

  begin: () => ({
    prepare(parameter) {
      const given = parameter('registrationNumber');
      const subject = { name: plainText(given), referenceId: null };
      return {
        subject,
        toTask() {
          const options = readItemOptions(registrationNumberOptions, parameter('options'));
          return taskFor(readRegistrationNumber(given, options), subject);
        },
      };
    },
  }),
};

function taskFor(registrationNumber: string, subject: Subject): Task {
  return {
    subject,
    duplicateKey: null,
    evidence: false,
    toRequest: (settings) => annualReturnsEndpoint(settings, registrationNumber),

    read(reply, { environment }) {
      const acknowledgement = readReply(reply, annualReturnsReplySchema, REPLY_CONTEXT);
      const { id, requestUri, status, ...others } = acknowledgement;
      const hasFailed = status === 'Failed' || errorBodySchema.parse(acknowledgement).code;
      if (hasFailed) throw failedRequest(REPLY_CONTEXT, textOf(reply), id, reply.status);
      const ours = { registrationNumber, id, requestUri: requestUri ?? null, status, environment };
      // Ours first, and never overwritten by a field of the same name.
      const json = { ...ours, ...others, ...ours };
      return {
        kind: 'answer',
        decide: () => ({
          makeItems: () => [{ outcome: 'requested', json: deepCopy(json) }],
          receipt: { id, outcome: 'requested', reason: null, hits: 0 },
        }),
      };
    },
  };
}

function summarise(results: Result[]) {
  const withoutUri = results.filter(({ items }) =>
    items.some(({ json }) => json['requestUri'] === null),
  ).length;
  const next = [
    results.length > withoutUri &&
      'Next: after a while, pass requestUri to the operation "Get Annual Returns Status and Files".',
    withoutUri > 0 &&
      `${withoutUri} came without a requestUri: the service gave no address to ask at. Contact its support and quote the id.`,
  ].filter((sentence) => sentence !== false);
  return { counts: [`${results.length} requested`], next };
}
