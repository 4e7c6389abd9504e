/**
 * Card networks by the leading digits of their numbers (ISO/IEC 7812 issuer ranges as the networks publish them), and
 * the lengths that they use. Ranges are inclusive and compared over their own number of digits.
 */
interface Network {
  readonly name: string;
  readonly ranges: readonly (readonly [from: number, to: number])[];
  readonly lengths: readonly number[];
}

const NETWORKS: readonly Network[] = [
  { name: 'UATP', ranges: [[1, 1]], lengths: [15] },
  { name: 'Mir', ranges: [[2200, 2204]], lengths: [16, 17, 18, 19] },
  {
    name: 'Mastercard',
    ranges: [
      [51, 55],
      [2221, 2720],
    ],
    lengths: [16],
  },
  {
    name: 'American Express',
    ranges: [
      [34, 34],
      [37, 37],
    ],
    lengths: [15],
  },
  {
    name: 'Diners Club',
    ranges: [
      [300, 305],
      [3095, 3095],
      [36, 36],
      [38, 39],
    ],
    lengths: [14, 16, 17, 18, 19],
  },
  { name: 'JCB', ranges: [[3528, 3589]], lengths: [16, 17, 18, 19] },
  { name: 'Visa', ranges: [[4, 4]], lengths: [13, 16, 18, 19] },
  {
    name: 'Discover',
    ranges: [
      [6011, 6011],
      [644, 649],
      [65, 65],
    ],
    lengths: [16, 17, 18, 19],
  },
  {
    name: 'UnionPay',
    ranges: [
      [62, 62],
      [81, 81],
    ],
    lengths: [16, 17, 18, 19],
  },
  {
    name: 'RuPay',
    ranges: [
      [508500, 508999],
      [60, 60],
      [82, 82],
    ],
    lengths: [16],
  },
  { name: 'Troy', ranges: [[9792, 9792]], lengths: [16] },
  {
    name: 'Uzcard or Humo',
    ranges: [
      [8600, 8600],
      [9860, 9860],
    ],
    lengths: [16],
  },
  // Maestro and the national debit schemes share the rest of 50 and 56 to 69, in every length.
  {
    name: 'Maestro or a national scheme',
    ranges: [
      [50, 50],
      [56, 69],
    ],
    lengths: [13, 14, 15, 16, 17, 18, 19],
  },
];

/** The network that issues numbers with these leading digits and this length; null if none is known. */
export function cardNetwork(digits: string): string | null {
  const found = NETWORKS.find(
    ({ ranges, lengths }) =>
      lengths.includes(digits.length) &&
      ranges.some(([from, to]) => {
        const lead = Number(digits.slice(0, String(from).length));
        return lead >= from && lead <= to;
      }),
  );
  return found?.name ?? null;
}

/** Numbers that payment services publish for tests. They belong to no account. */
export const TEST_NUMBERS: ReadonlySet<string> = new Set([
  // Visa
  '4111111111111111',
  '4242424242424242',
  '4000056655665556',
  '4012888888881881',
  '4000000000000002',
  '4000000000000010',
  '4000000000000028',
  '4000000000000036',
  '4000000000000044',
  '4000000000000069',
  '4000000000000077',
  '4000000000000093',
  '4000000000000101',
  '4000000000000119',
  '4000000000000127',
  '4000000000000259',
  '4000000000000341',
  '4000000000003055',
  '4000000000003063',
  '4000000000003220',
  '4000000000009235',
  '4000000000009979',
  '4000000000009987',
  '4000000000009995',
  '4000002500003155',
  '4000002760003184',
  '4000008260003178',
  '4000003800000446',
  '4000000760000002',
  '4000001240000000',
  '4000004840008001',
  '4000000400000008',
  '4000000560000004',
  '4000002080000001',
  '4000002460000001',
  '4000002500000003',
  '4000002760000016',
  '4000003720000005',
  '4000003800000008',
  '4000004420000006',
  '4000005280000002',
  '4000005780000007',
  '4000006200000007',
  '4000007240000007',
  '4000007520000008',
  '4000007560000009',
  '4000008260000000',
  '4000000360000006',
  '4000001560000002',
  '4000003560000008',
  '4000003920000003',
  '4000005540000008',
  '4000007020000003',
  '4009348888881881',
  '4012000033330026',
  '4012000077777777',
  '4217651111111119',
  '4444333322221111',
  '4500600000000061',
  '4462030000000000',
  '4500000000000007',
  '4646464646464644',
  '4916338506082832',
  '4917610000000000',
  '4917610000000000003',
  '4988438843884305',
  '4166676667666746',
  '4222222222222',
  '4484600000000004',
  // Mastercard
  '5555555555554444',
  '5105105105105100',
  '5200828282828210',
  '5454545454545454',
  '5555341244441115',
  '5577000055770004',
  '5100290029002909',
  '5136333333333335',
  '5585558555855583',
  '5424000000000015',
  '2221000000000009',
  '2222400010000008',
  '2222400030000004',
  '2222400070000005',
  '2223000048400011',
  '2223003122003222',
  '2223520443560010',
  // American Express
  '378282246310005',
  '371449635398431',
  '378734493671000',
  '370000000000002',
  '374251018720018',
  '371144371144376',
  '341111111111111',
  // Discover, Diners Club, JCB, UnionPay, Maestro
  '6011111111111117',
  '6011000990139424',
  '6011981111111113',
  '6445644564456445',
  '6011601160116611',
  '30569309025904',
  '38520000023237',
  '36227206271667',
  '36006666333344',
  '36700102000000',
  '3056930009020004',
  '3566002020360505',
  '3530111333300000',
  '3569990010095841',
  '6200000000000005',
  '6200000000000047',
  '6205500000000000004',
  '6243030000000001',
  '6250946000000016',
  '6304000000000000',
  '6759649826438453',
  '6771798021000008',
  '6771798025000004',
]);

/** True for a number that payment services publish for tests. */
export function isTestCardNumber(digits: string): boolean {
  return TEST_NUMBERS.has(digits);
}
