// Cases, decisions, and the desk at which people decide.
import { inFolder } from '../mistake';

export const DESK = inFolder('nodes/CompanyScreening', [
  {
    file: 'register/cases/cases',
    promise: 'A remark on a decision is no decision.',
    from: '(ofCompany.get(company) ?? []).filter((one) => !isRemark(one)),',
    to: 'ofCompany.get(company) ?? [],',
  },
  {
    file: 'register/cases/cases',
    promise: 'Where a row was changed, what made a hit look harmless before that does not count.',
    from: 'concerned.some(({ later }) => !later.includes(decision))',
    to: 'concerned.every(({ later }) => !later.includes(decision)) && concerned.length > 1',
  },
  {
    file: 'register/cases/steps',
    promise: 'Nobody confirms a false positive that is a proposal of their own, whichever of several it is.',
    from: 'proposals.some((proposal) => areOnePerson(proposal, decision))',
    to: 'proposals.every((proposal) => areOnePerson(proposal, decision))',
  },
  {
    file: 'register/cases/steps',
    promise: 'A false positive counts for 365 days.',
    from: 'export const YEAR_MS = 365 * ONE_DAY_MS;',
    to: 'export const YEAR_MS = 366 * ONE_DAY_MS;',
  },
  {
    file: 'register/cases/steps',
    promise: 'A proposal that is rejected leaves a true match a true match.',
    from: "if (before.is === 'disputed') return taken({ is: 'trueMatch', match: before.match });\n      return refused",
    to: "if (before.is === 'disputed') return taken({ is: 'open' });\n      return refused",
  },
  {
    file: 'register/decisions/record',
    promise: 'A decision about equal hits reaches no hit that the page did not show.',
    from: "one.about === 'hit' && shown.has(hitCode(one))",
    to: "one.about === 'hit' && shown.size > 0",
  },
  {
    file: 'register/decisions/record',
    promise: 'A decision about equal hits says how many of the page it left out.',
    from: 'left: shown.size - present.length,',
    to: 'left: 0,',
  },
  {
    file: 'register/decisions/record',
    promise: 'A decision about equal hits is one for each of them.',
    from: 'for (const [place, about] of cases.entries()) {',
    to: 'for (const [place, about] of cases.slice(0, 1).entries()) {',
  },
  {
    file: 'register/decisions/record',
    promise: 'Each of equal hits has a decision of its own, and not one that replaces another.',
    from: 'const uuid = `${ports.uuid}-${place}`;',
    to: 'const uuid = ports.uuid;',
  },
  {
    file: 'register/decisions/record',
    promise: 'Nobody confirms their own proposal because it is about several hits.',
    from: "obstacleTo(about, wanted.decided) ?? refusalOf(about, decision);\n    if (refused) return { is: 'refused', why: refused };\n    rows",
    to: "obstacleTo(about, wanted.decided);\n    if (refused) return { is: 'refused', why: refused };\n    rows",
  },
  {
    file: 'register/cases/equalHits',
    promise: 'Hits of two companies are never decided about together.',
    from: 'JSON.stringify([company, name,',
    to: 'JSON.stringify([name,',
  },
  {
    file: 'register/cases/equalHits',
    promise: 'Hits of another list are never decided about together.',
    from: 'sourceType.toLowerCase(), sourceId,',
    to: 'sourceType.toLowerCase(),',
  },
  {
    file: 'register/cases/equalHits',
    promise: 'A hit that waits for a second person is not decided about with one that nobody has looked at.',
    from: 'sourceId, standing.is, said, looks]',
    to: 'sourceId, looks]',
  },
  {
    file: 'register/cases/equalHits',
    promise:
      'Hits that were proposed by two people are not confirmed together: one of them might confirm their own.',
    from: '[decided, decidedBy, decidedByAddress, reason]',
    to: '[decided, reason]',
  },
  {
    file: 'register/cases/equalHits',
    promise: 'Hits that compare with the company in another way are not decided about together.',
    from: 'standing.is, said, looks]);',
    to: 'standing.is, said]);',
  },
  {
    file: 'register/cases/equalHits',
    promise: 'A hit that cannot be shown is decided about by itself.',
    from: "hit.name === '' || looks === null) return null;",
    to: "hit.name === '') return null;",
  },
  {
    file: 'register/cases/equalHits',
    promise: 'More hits than a person reads on one page are not decided about with one choice.',
    from: 'const MAX_EQUAL_HITS = 20;',
    to: 'const MAX_EQUAL_HITS = 21;',
  },
  {
    file: 'register/cases/cases',
    promise: 'An id of a case that lost a part on its way is none.',
    from: 'text.slice(end + 1) === checkOf(id) ? form.exec(id)?.slice(1) : undefined;',
    to: 'form.exec(id)?.slice(1);',
  },
  {
    file: 'operations/desk/openCaseItems',
    promise: 'Each of several equal hits counts as an open case.',
    from: 'count: cases.length, since',
    to: 'count: 1, since',
  },
  {
    file: 'operations/desk/openCaseItems',
    promise: 'The page of equal hits decides about all of them, and about no other.',
    from: ': hitsCaseId([first.about, ...others.map(({ about }) => about)]);',
    to: ': first.about.caseId;',
  },
  {
    file: 'operations/desk/recordDecision',
    promise: 'People in Only These People are told apart by a semicolon without a blank.',
    from: 'people.split(/[\\s,;]+/)',
    to: 'people.split(/[\\s,]+/)',
  },
  {
    file: 'operations/desk/openCases',
    promise: 'A line that several cases may have had names none of them.',
    from: 'return byWords.length === 1 ? byWords : [];',
    to: 'return byWords.slice(0, 1);',
  },
  {
    file: 'operations/desk/openCases',
    promise: 'A line does not name the case beside the one that was chosen.',
    from: 'return told === line;',
    to: 'return told.length > 0;',
  },
  {
    file: 'operations/reports/sample',
    promise: 'An examiner sees what was known when the hit was dismissed, and not what was known first.',
    from: 'having.findLast(',
    to: 'having.find(',
  },
]);
