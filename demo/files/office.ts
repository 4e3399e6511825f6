/** Office files and an archive: the smallest ones that Word, Excel and PowerPoint open. */
import yazl from 'yazl';

const madeAt = new Date('2026-11-01T12:00:00Z');

/** A ZIP of these texts, always the same for the same texts. */
async function zip(files: Readonly<Record<string, string>>): Promise<Buffer> {
  const archive = new yazl.ZipFile();
  for (const [name, text] of Object.entries(files))
    archive.addBuffer(Buffer.from(text), name, { mtime: madeAt, mode: 0o100644 });
  archive.end();
  const chunks: Buffer[] = [];
  for await (const chunk of archive.outputStream) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks);
}

const xml = (body: string): string => `<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n${body}`;
const schemas = 'http://schemas.openxmlformats.org';
const relationTypes = `${schemas}/officeDocument/2006/relationships`;
const officeType = 'application/vnd.openxmlformats-officedocument';

/** The relations of a part: the kind of each, and the part it leads to. */
const relations = (...entries: readonly (readonly [kind: string, target: string])[]): string =>
  xml(
    `<Relationships xmlns="${schemas}/package/2006/relationships">${entries
      .map(
        ([kind, target], index) =>
          `<Relationship Id="rId${index + 1}" Type="${relationTypes}/${kind}" Target="${target}"/>`,
      )
      .join('')}</Relationships>`,
  );

/** @param types the media type of each part, without its beginning */
const contentTypes = (types: Readonly<Record<string, string>>): string =>
  xml(
    `<Types xmlns="${schemas}/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/>${Object.entries(
      types,
    )
      .map(([part, type]) => `<Override PartName="/${part}" ContentType="${officeType}.${type}+xml"/>`)
      .join('')}</Types>`,
  );

const paragraph = (text: string, size = 24, isBold = false): string =>
  `<w:p><w:pPr><w:spacing w:after="200"/></w:pPr><w:r><w:rPr>${isBold ? '<w:b/>' : ''}<w:sz w:val="${size}"/></w:rPr><w:t>${text}</w:t></w:r></w:p>`;

const letter = (): Promise<Buffer> =>
  zip({
    '[Content_Types].xml': contentTypes({
      'word/document.xml': 'wordprocessingml.document.main',
    }),
    '_rels/.rels': relations(['officeDocument', 'word/document.xml']),
    'word/document.xml': xml(
      `<w:document xmlns:w="${schemas}/wordprocessingml/2006/main"><w:body>${[
        paragraph('Dear neighbours', 40, true),
        paragraph(
          'On the night of ________ the lamps of our street will be turned down to a third, from 22:00 to 05:00.',
        ),
        paragraph(
          'Please come out and look up. We will be there with tea and folding chairs, and will write down what you notice.',
        ),
        paragraph(
          'If you feel unsafe anywhere on your way, tell us where: that lamp will be turned up again the same night.',
        ),
        paragraph('Yours, the people of number ____'),
      ].join('')}</w:body></w:document>`,
    ),
  });

const costs = [
  ['Lamps on loan', 12, 35],
  ['Folding chairs', 60, 1.5],
  ['Tea, per person', 150, 0.8],
  ['Night bus, per trip', 4, 110],
] as const;

function sheetRows(): string {
  const text = (cell: string, value: string): string =>
    `<c r="${cell}" t="inlineStr"><is><t>${value}</t></is></c>`;
  const head = ['What', 'How many', 'Each (€)', 'Sum (€)'].map((word, at) => text(`${'ABCD'[at]}1`, word));
  const rows = costs.map(([what, count, each], index) => {
    const row = index + 2;
    return `<row r="${row}">${text(`A${row}`, what)}<c r="B${row}"><v>${count}</v></c><c r="C${row}"><v>${each}</v></c><c r="D${row}"><f>B${row}*C${row}</f><v>${count * each}</v></c></row>`;
  });
  const last = costs.length + 2;
  const sum = costs.reduce((total, [, count, each]) => total + count * each, 0);
  const total = `<row r="${last}">${text(`A${last}`, 'All')}<c r="D${last}"><f>SUM(D2:D${last - 1})</f><v>${sum}</v></c></row>`;
  return `<row r="1">${head.join('')}</row>${rows.join('')}${total}`;
}

const budget = (): Promise<Buffer> =>
  zip({
    '[Content_Types].xml': contentTypes({
      'xl/workbook.xml': 'spreadsheetml.sheet.main',
      'xl/worksheets/sheet1.xml': 'spreadsheetml.worksheet',
    }),
    '_rels/.rels': relations(['officeDocument', 'xl/workbook.xml']),
    'xl/workbook.xml': xml(
      `<workbook xmlns="${schemas}/spreadsheetml/2006/main" xmlns:r="${relationTypes}"><sheets><sheet name="One evening" sheetId="1" r:id="rId1"/></sheets></workbook>`,
    ),
    'xl/_rels/workbook.xml.rels': relations(['worksheet', 'worksheets/sheet1.xml']),
    'xl/worksheets/sheet1.xml': xml(
      `<worksheet xmlns="${schemas}/spreadsheetml/2006/main"><cols><col min="1" max="1" width="24" customWidth="1"/></cols><sheetData>${sheetRows()}</sheetData></worksheet>`,
    ),
  });

const slideNames = `xmlns:a="${schemas}/drawingml/2006/main" xmlns:r="${relationTypes}" xmlns:p="${schemas}/presentationml/2006/main"`;
const fill = (color: string): string => `<a:solidFill><a:srgbClr val="${color}"/></a:solidFill>`;
const background = `<p:bg><p:bgPr>${fill('000A33')}<a:effectLst/></p:bgPr></p:bg>`;
const group = '<p:nvGrpSpPr><p:cNvPr id="1" name=""/><p:cNvGrpSpPr/><p:nvPr/></p:nvGrpSpPr><p:grpSpPr/>';

/** A text on a slide. Lengths are in EMU, of which a slide has 12,192,000 by 6,858,000. */
const box = (id: number, y: number, size: number, text: string): string =>
  `<p:sp><p:nvSpPr><p:cNvPr id="${id}" name="Text ${id}"/><p:cNvSpPr txBox="1"/><p:nvPr/></p:nvSpPr><p:spPr><a:xfrm><a:off x="900000" y="${y}"/><a:ext cx="10400000" cy="1400000"/></a:xfrm><a:prstGeom prst="rect"><a:avLst/></a:prstGeom></p:spPr><p:txBody><a:bodyPr wrap="square"/><a:p><a:r><a:rPr lang="en" sz="${size}">${fill('FFFFFF')}</a:rPr><a:t>${text}</a:t></a:r></a:p></p:txBody></p:sp>`;

const slide = (heading: string, text: string): string =>
  xml(
    `<p:sld ${slideNames}><p:cSld>${background}<p:spTree>${group}${box(2, 1_600_000, 4400, heading)}${box(3, 3_400_000, 2400, text)}</p:spTree></p:cSld></p:sld>`,
  );

const slides = [
  slide('Lamps that know when to stop', 'What happened when a town switched off a third of its lamps'),
  slide(
    'What people noticed',
    'On the first night: the dark. On the tenth: the stars. After a month: nothing.',
  ),
  slide('What the owls did', 'They came back to the churchyard in the second week.'),
];

const colorNames = 'dk1 lt1 dk2 lt2 accent1 accent2 accent3 accent4 accent5 accent6 hlink folHlink'.split(
  ' ',
);
const themeColors =
  '000A33 FFFFFF 373F60 D2D4DB F70041 FFC46B 4BE3A4 8FD0FF FF8F7D 9AA3C7 FFC46B 9AA3C7'.split(' ');
const thrice = (part: string): string => part.repeat(3);

const theme = xml(
  `<a:theme xmlns:a="${schemas}/drawingml/2006/main" name="Nightfall"><a:themeElements><a:clrScheme name="Nightfall">${colorNames
    .map((name, index) => `<a:${name}><a:srgbClr val="${themeColors[index]}"/></a:${name}>`)
    .join(
      '',
    )}</a:clrScheme><a:fontScheme name="Nightfall">${['major', 'minor'].map((kind) => `<a:${kind}Font><a:latin typeface="Calibri"/><a:ea typeface=""/><a:cs typeface=""/></a:${kind}Font>`).join('')}</a:fontScheme><a:fmtScheme name="Nightfall"><a:fillStyleLst>${thrice('<a:solidFill><a:schemeClr val="phClr"/></a:solidFill>')}</a:fillStyleLst><a:lnStyleLst>${thrice('<a:ln w="9525"><a:solidFill><a:schemeClr val="phClr"/></a:solidFill></a:ln>')}</a:lnStyleLst><a:effectStyleLst>${thrice('<a:effectStyle><a:effectLst/></a:effectStyle>')}</a:effectStyleLst><a:bgFillStyleLst>${thrice('<a:solidFill><a:schemeClr val="phClr"/></a:solidFill>')}</a:bgFillStyleLst></a:fmtScheme></a:themeElements></a:theme>`,
);

const slideParts = slides.map((text, index) => ({ name: `slides/slide${index + 1}.xml`, text }));

const presentation = (): Promise<Buffer> =>
  zip({
    '[Content_Types].xml': contentTypes({
      'ppt/presentation.xml': 'presentationml.presentation.main',
      'ppt/slideMasters/slideMaster1.xml': 'presentationml.slideMaster',
      'ppt/slideLayouts/slideLayout1.xml': 'presentationml.slideLayout',
      'ppt/theme/theme1.xml': 'theme',
      ...Object.fromEntries(slideParts.map(({ name }) => [`ppt/${name}`, 'presentationml.slide'])),
    }),
    '_rels/.rels': relations(['officeDocument', 'ppt/presentation.xml']),
    'ppt/presentation.xml': xml(
      `<p:presentation ${slideNames}><p:sldMasterIdLst><p:sldMasterId id="2147483648" r:id="rId1"/></p:sldMasterIdLst><p:sldIdLst>${slideParts.map((_part, index) => `<p:sldId id="${256 + index}" r:id="rId${index + 2}"/>`).join('')}</p:sldIdLst><p:sldSz cx="12192000" cy="6858000"/><p:notesSz cx="6858000" cy="9144000"/></p:presentation>`,
    ),
    'ppt/_rels/presentation.xml.rels': relations(
      ['slideMaster', 'slideMasters/slideMaster1.xml'],
      ...slideParts.map(({ name }) => ['slide', name] as const),
    ),
    'ppt/slideMasters/slideMaster1.xml': xml(
      `<p:sldMaster ${slideNames}><p:cSld>${background}<p:spTree>${group}</p:spTree></p:cSld><p:clrMap bg1="lt1" tx1="dk1" bg2="lt2" tx2="dk2" ${colorNames
        .slice(4)
        .map((name) => `${name}="${name}"`)
        .join(
          ' ',
        )}/><p:sldLayoutIdLst><p:sldLayoutId id="2147483649" r:id="rId1"/></p:sldLayoutIdLst></p:sldMaster>`,
    ),
    'ppt/slideMasters/_rels/slideMaster1.xml.rels': relations(
      ['slideLayout', '../slideLayouts/slideLayout1.xml'],
      ['theme', '../theme/theme1.xml'],
    ),
    'ppt/slideLayouts/slideLayout1.xml': xml(
      `<p:sldLayout ${slideNames} type="blank"><p:cSld name="Blank"><p:spTree>${group}</p:spTree></p:cSld></p:sldLayout>`,
    ),
    'ppt/slideLayouts/_rels/slideLayout1.xml.rels': relations([
      'slideMaster',
      '../slideMasters/slideMaster1.xml',
    ]),
    'ppt/theme/theme1.xml': theme,
    ...Object.fromEntries(slideParts.map(({ name, text }) => [`ppt/${name}`, text])),
    ...Object.fromEntries(
      slideParts.map(({ name }) => [
        `ppt/${name.replace('/', '/_rels/')}.rels`,
        relations(['slideLayout', '../slideLayouts/slideLayout1.xml']),
      ]),
    ),
  });

const walk = (): Promise<Buffer> =>
  zip({
    'Read me.txt':
      'A walk of forty minutes. Start when the lamps go on.\nEach stop is a file of its own, so that you can send them one by one.\n',
    'stops/1 The square.txt': 'Stand in the middle. Count the lamps that light nothing.\n',
    'stops/2 The canal.txt': 'Listen until you hear the water. How long did it take?\n',
    'stops/3 The last stop.txt': 'Wait for the night bus with the others. You need not take it.\n',
  });

export const officeFiles: Readonly<Record<string, () => Promise<Buffer>>> = {
  'letter.docx': letter,
  'costs.xlsx': budget,
  'lamps.pptx': presentation,
  'night-walk.zip': walk,
};
