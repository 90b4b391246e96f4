// What only names a field of the item is read without n8n's expression engine: both ways have to agree.
import { runNode } from './nodeInN8nCore';
import { useSandbox } from './sandbox';

const sandbox = useSandbox();

const ITEMS = [
  { company: 'Alder Ltd', 'Company Name': 'Alder Ltd' },
  { company: 360, 'Company Name': 360 },
  { company: ' {{ $json.other }} ', 'Company Name': ' {{ $json.other }} ' },
  { company: '=1+1 Ltd', 'Company Name': '=1+1 Ltd' },
  { company: null, 'Company Name': null },
  { company: true, 'Company Name': true },
  { company: ['Alder Ltd'], 'Company Name': ['Alder Ltd'] },
  { company: '', 'Company Name': '' },
  {},
];

async function namesRead(companyName: string) {
  const { outputs } = await runNode({
    credential: sandbox().credential,
    items: ITEMS,
    parameters: { companyName },
    onError: 'continueRegularOutput',
  });
  return (outputs[0] ?? []).map(({ json }) => [json['companyName'], json['outcome'], json['error']]);
}

test.each([
  ['={{ $json.company }}', '={{ ($json.company) }}'],
  ['={{$json["company"]}}', '={{ ($json["company"]) }}'],
  ["={{ $json['Company Name'] }}", "={{ ($json['Company Name']) }}"],
  ['={{ $json.toString }}', '={{ ($json.toString) }}'],
  ['={{ $json.__proto__ }}', '={{ ($json.__proto__) }}'],
])('%s reads the same as n8n does', async (quick, evaluated) => {
  expect(await namesRead(quick)).toEqual(await namesRead(evaluated));
});

test('anything more than a field is evaluated', async () => {
  const read = await namesRead('={{ $json.company }} Group');

  expect(read[0]).toEqual(['Alder Ltd Group', 'clear', undefined]);
});
