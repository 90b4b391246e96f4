// "Request Annual Returns": asks for the list of annual returns files of one business.
import { compact, plainText } from '../../names/plainText';
import { readRegistrationNumber } from '../../names/registrationNumber';
import { annualReturnsEndpoint } from '../../service/endpoints';
import { failedRun, type OperationFailure } from '../../service/failure';
import type { CompanyCounts } from '../shared/companyCounts';
import {
  commonRegisterSettings,
  usesRegister,
  readSwitch,
  type CommonRegisterSettings,
} from '../shared/keepInRegister';
import type { ReadParameter, RequestOperation, RunSummary } from '../shared/operation';
import { payAgainOptions, readItemOptions, readRunOptions } from '../shared/options';
import { IdOwners, type Subject, type Task, type ItemResult } from '../shared/requestTask';
import { AcknowledgementReader, KEPT_REQUEST_KEYS, RECEIPT_KEY, REQUEST_KEYS } from './acknowledgement';
import {
  maxRequestsOptions,
  registrationNumberOptions,
  requestAnnualReturnsFields,
  requestRegisterOptions,
} from './annualReturnsFields';
import { registerTaskOf } from './storedRequest';

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
  options: [registrationNumberOptions, maxRequestsOptions, payAgainOptions],
  output: [],
  subjectKey: 'registrationNumber',
  ofItem: () => [['registrationNumber']],
  neverSilent: () => ['registrationNumber', 'output', 'options'],
  receiptKey: RECEIPT_KEY,
  itemKeys: (parameters) => [...REQUEST_KEYS, ...(usesRegister(parameters) ? KEPT_REQUEST_KEYS : [])],
  nouns: {
    one: 'registration number',
    several: 'registration numbers',
    done: 'requested',
  },
  summarise,

  begin(first, all) {
    const registerSettings = readRegisterSettings(first);
    const { maxRequests } = readRunOptions(maxRequestsOptions, first('options'));
    // The register knows better how many are to be sent.
    const refusal = registerSettings || maxRequests === 0 ? null : tooMany(maxRequests, distinctNumbers(all));
    if (refusal) throw refusal;
    const ids = new IdOwners();
    return {
      ...(registerSettings
        ? {
            registerSettings: {
              ...registerSettings,
              refusalOf: (count: number) => tooMany(maxRequests, count),
            },
          }
        : {}),
      prepare(parameter) {
        const given = parameter('registrationNumber');
        const subject = { name: plainText(given), referenceId: null };
        return {
          subject,
          toTask() {
            const options = readItemOptions(registrationNumberOptions, parameter('options'));
            const reader = new AcknowledgementReader(readRegistrationNumber(given, options), ids);
            return requestTask(reader, subject, registerSettings !== undefined);
          },
        };
      },
    };
  },
};

/** Counts the requests of the items; one that cannot be requested counts as one. */
function distinctNumbers(all: readonly ReadParameter[]): number {
  const numbers = all.map((parameter, index) => {
    try {
      const options = readItemOptions(registrationNumberOptions, parameter('options'));
      return readRegistrationNumber(parameter('registrationNumber'), options);
    } catch {
      return index;
    }
  });
  return new Set(numbers).size;
}

/** The failure for more requests than the user allows; null for fewer. */
function tooMany(maxRequests: number, count: number): OperationFailure | null {
  if (maxRequests === 0 || count <= maxRequests) return null;
  return failedRun({
    message: `The list has ${count} registration numbers to request, and Max Requests per Run is ${maxRequests}.`,
    advice: 'Check the list. To request all of them, raise Max Requests per Run in the options of this node.',
  });
}

function readRegisterSettings(first: ReadParameter): CommonRegisterSettings | undefined {
  if (!readSwitch(first)) return undefined;
  const settings = readRunOptions(requestRegisterOptions, first('registerSettings'));
  return commonRegisterSettings(settings, settings.requestAgainAfterDays);
}

function requestTask(reader: AcknowledgementReader, subject: Subject, isInRegister: boolean): Task {
  return {
    subject,
    // A number is requested once, however it is spelled.
    duplicateKey: reader.registrationNumber,
    evidence: false,
    toRequest: (settings) => annualReturnsEndpoint(settings, reader.registrationNumber),
    read: (reply, asked) => reader.read(reply, asked),
    ...(isInRegister ? { registerTask: registerTaskOf(reader) } : {}),
  };
}

function summarise(results: ItemResult[], { toReview }: CompanyCounts, isInRegister: boolean): RunSummary {
  const requested = results.filter(({ receipt }) => receipt.outcome === 'requested');
  const withoutUri = numbersIn(requested.filter(({ receipt }) => receipt.reason === 'noAddress'));
  const next = compact(
    numbersIn(requested) > withoutUri &&
      'Next: after a while, pass requestUri to the operation "Get Annual Returns Request".',
    withoutUri > 0 &&
      `${withoutUri} came without a requestUri: the service gave no address to ask at. Contact its support and quote the ID.`,
  );
  return {
    counts: compact(
      !isInRegister && `${numbersIn(requested)} requested`,
      toReview > 0 && `${toReview} to review`,
    ),
    next,
  };
}

/** Counts numbers, since the rows of one number have one request. */
const numbersIn = (results: readonly ItemResult[]): number =>
  new Set(results.flatMap(({ items }) => items.map(({ json }) => json['registrationNumber']))).size;
