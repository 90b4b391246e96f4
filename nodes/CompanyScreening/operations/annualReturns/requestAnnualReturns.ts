// The room operations/annualReturns/: the operations that ask for annual returns files: item → request, reply → items. How a request is
// sent, and how often, is decided in run/.
//
// "Request Annual Returns": asks for the list of annual returns files of one business.
import { plainText } from '../../names/plainText';
import { readRegistrationNumber } from '../../names/registrationNumber';
import { annualReturnsEndpoint } from '../../service/endpoints';
import { keepingOf, mayBeKept, readSwitch, type KeepingSettings } from '../keeping';
import { IdOwners } from '../idOwners';
import type { ItemResult } from '../answer';
import type { CompanyCounts } from '../companyCounts';
import type { ReadParameter, RequestOperation, RunSummary } from '../operation';
import type { Subject, Task } from '../requestTask';
import { payingOptions, readItemOptions, readOptions } from '../options';
import { AcknowledgementReader } from './acknowledgement';
import {
  registrationNumberOptions,
  requestAnnualReturnsFields,
  requestRegisterOptions,
} from './annualReturnsFields';
import { keptRequest } from './keptRequest';

export const requestAnnualReturns: RequestOperation = {
  kind: 'request',
  resource: 'annualReturns',
  choice: {
    name: 'Request Annual Returns',
    value: 'requestAnnualReturns',
    action: 'Request annual returns of business',
    description: 'Ask for the list of annual returns files of a business; the service queues the request',
  },
  fields: requestAnnualReturnsFields,
  options: [registrationNumberOptions, payingOptions],
  output: [],
  subjectKey: 'registrationNumber',
  readOnce: (parameters) => ['keepInRegister', ...(mayBeKept(parameters) ? ['registerSettings'] : [])],
  readForEach: () => ['registrationNumber', 'output', 'options'],
  receiptKey: 'requestId',
  itemKeys: (parameters) => [
    ...['registrationNumber', 'id', 'requestUri', 'status', 'environment'],
    ...(mayBeKept(parameters) ? ['remembered', 'requestedAt', 'caseId'] : []),
  ],
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

  begin(first) {
    const keeping = readKeeping(first);
    const ids = new IdOwners();
    return {
      ...(keeping ? { keeping: { ...keeping, allow: () => undefined, controlHolds: () => true } } : {}),
      prepare(parameter) {
        const given = parameter('registrationNumber');
        const subject = { name: plainText(given), referenceId: null };
        return {
          subject,
          toTask() {
            const options = readItemOptions(registrationNumberOptions, parameter('options'));
            const reader = new AcknowledgementReader(readRegistrationNumber(given, options), ids);
            return requestTask(reader, subject, keeping !== undefined);
          },
        };
      },
    };
  },
};

/** Undefined if requests are not kept. */
function readKeeping(first: ReadParameter): KeepingSettings | undefined {
  if (!readSwitch(first)) return undefined;
  const settings = readOptions(requestRegisterOptions, first('registerSettings'));
  return keepingOf(settings, settings.requestAgainAfterDays);
}

function requestTask(reader: AcknowledgementReader, subject: Subject, isKept: boolean): Task {
  return {
    subject,
    duplicateKey: null,
    evidence: false,
    toRequest: (settings) => annualReturnsEndpoint(settings, reader.registrationNumber),
    read: (reply, { environment }) => reader.read(reply, environment),
    ...(isKept ? { kept: keptRequest(reader) } : {}),
  };
}

function summarise(results: ItemResult[], { screenedNow }: CompanyCounts, isKept: boolean): RunSummary {
  const withoutUri = results.filter(({ items }) =>
    items.some(({ json }) => json['requestUri'] === null),
  ).length;
  const next = [
    results.length > withoutUri &&
      'Next: after a while, pass requestUri to the operation "Get Annual Returns Status and Files".',
    withoutUri > 0 &&
      `${withoutUri} came without a requestUri: the service gave no address to ask at. Contact its support and quote the id.`,
  ].filter((sentence) => sentence !== false);
  return { counts: isKept ? [] : [`${screenedNow} requested`], next };
}
