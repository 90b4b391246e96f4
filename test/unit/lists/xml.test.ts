// Elements and attributes of the XML in a workbook, however a program writes them.
import { attributes, elements } from '../../../nodes/CompanyScreening/lists/workbook/xml';

test.each([
  ['<sheet name="One"/>', [{ name: 'One' }]],
  ['<sheet name="One"></sheet><sheet name="Two" ></sheet>', [{ name: 'One' }, { name: 'Two' }]],
  ['<x-y:sheet name="One"/><ss:sheet\nname="Two"/>', [{ name: 'One' }, { name: 'Two' }]],
  ['<sheet/><sheets name="no"/><my-sheet name="no"/>', [{}]],
  ['<sheet name="a > b" id=\'c > "d"\' />', [{ name: 'a > b', id: 'c > "d"' }]],
])('elements have their attributes, with a prefix or without: %s', (xml, expected) => {
  expect(elements(xml, 'sheet')).toEqual(expected);
});

test('attributes have either kind of quotes, and may have spaces around the sign', () => {
  expect(attributes(` r:id = "rId1" name='Two words' empty="" none='' table:display\n=\n"false"`)).toEqual({
    ...{ 'r:id': 'rId1', name: 'Two words', empty: '', none: '', 'table:display': 'false' },
  });
});

test.each([
  ['&lt;A &amp; B&gt;', '<A & B>'],
  ['&quot;Second&quot; &apos;Sock&apos;', `"Second" 'Sock'`],
  ['&#65;&#246;&#x4e2d;&#x4E2D;&#x1F600;', 'Aö中中😀'],
  ['&nbsp; &lt &unknown;', '&nbsp; &lt &unknown;'],
  ['&amp;lt;', '&lt;'],
])('what is escaped is read as it was: %s', (escaped, text) => {
  expect(attributes(`name="${escaped}"`)).toEqual({ name: text });
});
