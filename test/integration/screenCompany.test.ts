// The addresses of a screening, and what is sent there.
import { runNode } from './nodeInN8nCore';
import { useSandbox } from './sandbox';

const sandbox = useSandbox();

test.each([
  ['sandbox', 'header', '/aml-pep/screening/company/aml'],
  ['production', 'query', '/screenings/company'],
] as const)(
  'the %s environment with the key in the %s uses its own path',
  async (environment, subscriptionKeyIn, path) => {
    const given = { referenceId: 'REF1', requesterId: 'officer-7' };
    await runNode({
      credential: { ...sandbox().credential, environment, subscriptionKeyIn },
      parameters: { additionalFields: given },
      items: [{ company: ' Nobody Knows Ltd ' }],
    });

    const body = { ...given, companyName: 'Nobody Knows Ltd', option: 'Both' };
    const { recent } = (await sandbox().stats()).operations.screening;
    expect(recent).toMatchObject([{ path, query: { v: '2.0' }, subscriptionKeyIn, body }]);
  },
);
