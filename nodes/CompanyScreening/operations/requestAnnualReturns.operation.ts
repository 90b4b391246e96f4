// "Request Annual Returns": asks for the list of annual returns files of one business.
import type { INodeProperties } from 'n8n-workflow';

import { annualReturnsReplySchema } from '../service/contract';
import { annualReturnsRequest } from '../service/endpoints';
import { ANNUAL_RETURNS_ERRORS } from '../service/errorCatalogs';
import { readReply } from '../service/reply';
import { requestFailed } from './annualReturnsFailure';
import type { Operation } from './operation';
import { optionsField } from './options';
import { plainText } from './plainText';
import { readRegistrationNumber } from './registrationNumber';

const REPLY_CONTEXT = { operation: 'Request Annual Returns', catalog: ANNUAL_RETURNS_ERRORS };

const fields: INodeProperties[] = [
  {
    displayName: 'Registration Number',
    name: 'registrationNumber',
    type: 'string',
    required: true,
    default: '',
    placeholder: 'e.g. 01234567890123',
    description:
      'Company registration number: 14 digits. Spaces, hyphens, slashes and full stops are left out.',
  },
  {
    // A hint would give way to the value of an expression, which is what a number from a spreadsheet comes by.
    displayName:
      'From a spreadsheet? Numbers lose their leading zeros there. Format the column as text, or add the option Restore Leading Zeros below and switch it on.',
    name: 'registrationNumberNotice',
    type: 'notice',
    default: '',
  },
  optionsField([
    {
      displayName: 'Restore Leading Zeros',
      name: 'restoreLeadingZeros',
      type: 'boolean',
      default: false,
      description:
        'Whether to put zeros in front of a number with fewer than 14 digits, as a spreadsheet drops them',
    },
  ]),
];

export const requestAnnualReturns: Operation = {
  choice: {
    name: 'Request Annual Returns',
    value: 'requestAnnualReturns',
    action: 'Request the annual returns of a business',
    description: 'Ask for the list of annual returns files of a business; the service queues the request',
  },
  fields,
  subjectKey: 'registrationNumber',
  words: {
    one: 'registration number',
    several: 'registration numbers',
    done: 'requested',
    receiptId: 'requestId',
  },
  summarise: (results) => `${results.length} requested`,

  prepare(parameter, options) {
    const given = parameter('registrationNumber');

    return {
      subject: { registrationNumber: plainText(given), referenceId: null },
      duplicateKey: null,
      toRequest: (settings) => annualReturnsRequest(settings, readRegistrationNumber(given, options)),

      toResult(reply) {
        const { id, requestUri, status, ...others } = readReply(
          reply,
          annualReturnsReplySchema,
          REPLY_CONTEXT,
        );
        if (status === 'Failed') {
          throw requestFailed(reply, id, REPLY_CONTEXT);
        }
        const own = {
          registrationNumber: readRegistrationNumber(given, options),
          id,
          requestUri: requestUri ?? null,
          status,
        };
        // Ours first, and never overwritten by a field of the same name.
        const json = { ...own, ...others, ...own };
        return { items: [{ outcome: 'requested', json }], receipt: { id, outcome: 'requested' } };
      },
    };
  },
};
