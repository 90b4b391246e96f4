// The parameters that every operation with the switch Keep in Register has.
import type { INodeProperties } from 'n8n-workflow';

export const DEFAULT_REGISTER = 'Screening register';
export const MAX_DAYS = 36_500;

/** When the editor shows what belongs to the switch. */
export const whenKept = { show: { keepInRegister: [true] } };

/** The switch itself, and what to know about it. */
export function switchFields(description: string): INodeProperties[] {
  return [
    {
      displayName: 'Keep in Register',
      name: 'keepInRegister',
      type: 'boolean',
      // The items have other columns then.
      noDataExpression: true,
      default: false,
      description,
      builderHint: {
        propertyHint:
          'Switch it on wherever a workflow may run again with the same items (a schedule, a webhook, a retry): what was answered is then neither sent nor paid for again.',
      },
    },
    {
      displayName:
        'While Keep in Register is off, nothing is kept: if this run is interrupted, or the same list is run again, everything is sent and paid for again.',
      name: 'nothingKeptNotice',
      type: 'notice',
      default: '',
      displayOptions: { show: { keepInRegister: [false] } },
    },
    {
      displayName:
        'The register is in the data tables of the project that this workflow is in: "… companies" and "… hits" are for people to read; leave the others as they are. Whoever may edit these tables may change what comes out.',
      name: 'registerNotice',
      type: 'notice',
      default: '',
      displayOptions: whenKept,
    },
  ];
}

export const registerField: INodeProperties = {
  displayName: 'Register',
  name: 'register',
  type: 'string',
  default: DEFAULT_REGISTER,
  displayOptions: whenKept,
  description:
    'The names of its data tables begin with this. The register is made when it is first used. Workflows of one project that name the same register share it.',
};

/** How old an answer may be, in days. */
export function daysField(
  text: Pick<INodeProperties, 'description' | 'displayName' | 'name'>,
): INodeProperties {
  return {
    ...text,
    type: 'number',
    typeOptions: { minValue: 0, maxValue: MAX_DAYS },
    default: 0,
    hint: '0 means never',
    displayOptions: whenKept,
  };
}
