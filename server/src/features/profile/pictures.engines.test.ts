import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import {
  deleteAccount,
  deleteProfilePicture,
  exportAccount,
  getProfile,
  getProfilePicture,
  uploadProfilePicture,
  setAccountBlocked,
} from '@foyer/contract';
import sharp from 'sharp';
import { expect, test } from 'vitest';
import { startFoyer, type Caller, type Foyer } from '#testing/foyer';
import { testPassword } from '#testing/testUsers';
import { publishExample } from '#testing/venues';

const architectureId = 'nightfall';
const plainPicture = (width: number, height: number, background: string) =>
  sharp({ create: { width, height, channels: 3, background } });

async function startVenue(): Promise<Foyer> {
  const foyer = await startFoyer();
  await publishExample(foyer);
  return foyer;
}

const put = (foyer: Foyer, as: Caller, body: Uint8Array) =>
  foyer.call(
    uploadProfilePicture,
    { body: new Uint8Array(body) },
    { as, headers: { 'content-type': 'image/jpeg' } },
  );
const get = (
  foyer: Foyer,
  as: Caller,
  userId: string,
  query: { size?: '96' | '512'; generation?: number } = {},
) => foyer.call(getProfilePicture, { params: { architectureId, userId }, query }, { as });

test.each(['jpeg', 'png', 'webp', 'avif'] as const)(
  'a picture of type %s becomes squares of 512 and 96 pixels',
  async (format) => {
    const foyer = await startVenue();
    const ada = await foyer.users.of('attendee');
    const picture = await plainPicture(900, 600, '#336699').toFormat(format).toBuffer();
    expect((await put(foyer, 'attendee', picture)).body).toEqual({ pictureGeneration: 1 });
    for (const size of ['512', '96'] as const) {
      const { bytes, headers } = await get(foyer, 'host', ada.id, { size });
      expect(headers.get('content-type')).toBe('image/webp');
      expect(await sharp(bytes).metadata()).toMatchObject({
        format: 'webp',
        width: Number(size),
        height: Number(size),
      });
    }
  },
);

test('a picture is rotated upright, and its metadata is removed', async () => {
  const foyer = await startVenue();
  const ada = await foyer.users.of('attendee');
  // Red above, blue below, rotated by 90 degrees: red must be on the right.
  const turned = await sharp({ create: { width: 400, height: 400, channels: 3, background: '#0000ff' } })
    .composite([{ input: await plainPicture(400, 200, '#ff0000').png().toBuffer(), top: 0, left: 0 }])
    .withExif({ IFD0: { Artist: 'Secret Artist' }, IFD3: { GPSLatitude: '51/1 30/1 0/1' } })
    .withMetadata({ orientation: 6 })
    .jpeg()
    .toBuffer();
  await put(foyer, 'attendee', turned);
  const { bytes } = await get(foyer, 'attendee', ada.id);
  const { exif, xmp, orientation } = await sharp(bytes).metadata();
  expect({ exif, xmp, orientation }).toEqual({ exif: undefined, xmp: undefined, orientation: undefined });
  const { data, info } = await sharp(bytes).raw().toBuffer({ resolveWithObject: true });
  const redAt = (x: number, y: number) => data[(y * info.width + x) * info.channels] ?? 0;
  expect(redAt(500, 256)).toBeGreaterThan(200);
  expect(redAt(10, 256)).toBeLessThan(60);
});

test('a picture is immutable by its generation; the next picture gets the next one', async () => {
  const foyer = await startVenue();
  const ada = await foyer.users.of('attendee');
  await put(foyer, 'attendee', await plainPicture(64, 64, '#ff0000').png().toBuffer());
  const first = await get(foyer, 'host', ada.id, { generation: 1 });
  expect(first.headers.get('cache-control')).toBe('private, max-age=31536000, immutable');
  expect(first.headers.get('vary')).toContain('Authorization');
  const { body } = await put(foyer, 'attendee', await plainPicture(64, 64, '#00ff00').png().toBuffer());
  expect(body.pictureGeneration).toBe(2);
  expect((await get(foyer, 'host', ada.id, { generation: 1 })).status).toBe(404);
  const newest = await get(foyer, 'host', ada.id);
  expect(newest.headers.get('cache-control')).toBe('private, no-cache');
  const { data } = await foyer.must(
    getProfile,
    { params: { architectureId, userId: ada.id } },
    { as: 'host' },
  );
  expect(data.pictureGeneration).toBe(2);
  const again = await foyer.call(
    getProfilePicture,
    { params: { architectureId, userId: ada.id }, query: {} },
    { as: 'host', headers: { 'if-none-match': newest.headers.get('etag') ?? '' } },
  );
  expect(again.status).toBe(304);
});

test('a deleted picture is gone, and the next one gets a new generation', async () => {
  const foyer = await startVenue();
  const ada = await foyer.users.of('attendee');
  const picture = await plainPicture(64, 64, '#ff0000').png().toBuffer();
  await put(foyer, 'attendee', picture);
  await foyer.must(deleteProfilePicture, {}, { as: 'attendee' });
  expect((await get(foyer, 'attendee', ada.id)).status).toBe(404);
  const { data } = await foyer.must(
    getProfile,
    { params: { architectureId, userId: ada.id } },
    { as: 'attendee' },
  );
  expect(data).not.toHaveProperty('pictureGeneration');
  expect(await storedPictures(foyer)).toEqual([]);
  expect((await put(foyer, 'attendee', picture)).body.pictureGeneration).toBe(2);
});

const storedPictures = async (foyer: Foyer): Promise<string[]> => {
  const files = await readdir(foyer.dataDir, { recursive: true });
  return files.filter((file) => file.includes(join('profiles', '')) && file.endsWith('.webp')).toSorted();
};

test('P20 pictures need read access to the profile', async () => {
  const foyer = await startVenue();
  const ada = await foyer.users.of('attendee');
  await put(foyer, 'attendee', await plainPicture(64, 64, '#ff0000').png().toBuffer());
  expect((await get(foyer, 'designer', ada.id)).status).toBe(200);
  expect((await get(foyer, 'anonymous', ada.id)).status).toBe(401);
  expect((await get(foyer, 'guest', ada.id)).status).toBe(403);
  const elsewhere = { params: { architectureId: 'elsewhere', userId: ada.id }, query: {} };
  expect((await foyer.call(getProfilePicture, elsewhere, { as: 'host' })).status).toBe(404);
  expect((await get(foyer, 'host', 'nobody')).status).toBe(404);
  await foyer.must(setAccountBlocked, { params: { userId: ada.id }, body: { blocked: true } });
  expect((await get(foyer, 'designer', ada.id)).status).toBe(404);
  expect((await get(foyer, 'host', ada.id)).status).toBe(200);
});

test.each(['anonymous', 'guest'] as const)('P20 %s cannot upload or delete a picture', async (as) => {
  const foyer = await startVenue();
  const picture = await plainPicture(64, 64, '#ff0000').png().toBuffer();
  const status = as === 'anonymous' ? 401 : 403;
  expect((await put(foyer, as, picture)).status).toBe(status);
  expect((await foyer.call(deleteProfilePicture, {}, { as })).status).toBe(status);
});

test.each([
  ['SVG', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>')],
  ['HTML', Buffer.from('<html><script>alert(1)</script>')],
  ['PDF', Buffer.from('%PDF-1.7\n')],
  ['unknown bytes', Buffer.from('abc')],
])('P23 %s is rejected as a picture, whatever its Content-Type', async (_, bytes) => {
  const foyer = await startVenue();
  expect((await put(foyer, 'attendee', bytes)).error?.code).toBe('unsupportedMediaType');
});

test('P23 a GIF and a damaged picture are rejected, and nothing is left of them', async () => {
  const foyer = await startVenue();
  const gif = await plainPicture(64, 64, '#ff0000').gif().toBuffer();
  expect((await put(foyer, 'attendee', gif)).error?.code).toBe('unsupportedMediaType');
  const whole = await plainPicture(400, 400, '#ff0000').jpeg().toBuffer();
  expect((await put(foyer, 'attendee', whole.subarray(0, 400))).error?.code).toBe('invalidAsset');
  expect(await storedPictures(foyer)).toEqual([]);
  expect(await readdir(join(foyer.dataDir, 'spool-profile'))).toEqual([]);
});

test('P23 a picture with too many pixels or bytes is rejected', async () => {
  const foyer = await startVenue();
  const bomb = await plainPicture(9_000, 9_000, '#ff0000').png().toBuffer();
  expect((await put(foyer, 'attendee', bomb)).error?.code).toBe('invalidAsset');
  const heavy = await put(foyer, 'attendee', new Uint8Array(10 * 1024 * 1024 + 1));
  expect(heavy.error?.code).toBe('payloadTooLarge');
});

test('of two concurrent pictures one becomes current, and no bytes of the other are left', async () => {
  const foyer = await startVenue();
  const pictures = await Promise.all(
    ['#ff0000', '#00ff00'].map((color) => plainPicture(64, 64, color).png().toBuffer()),
  );
  const ada = await foyer.users.of('attendee');
  const responses = await Promise.all(pictures.map((picture) => put(foyer, ada, picture)));
  expect(responses.map(({ body }) => body.pictureGeneration).toSorted((a, b) => a - b)).toEqual([1, 2]);
  expect((await get(foyer, 'attendee', ada.id, { generation: 2 })).status).toBe(200);
  expect(await storedPictures(foyer)).toHaveLength(2);
});

test('an upload during the deletion of its account leaves nothing', async () => {
  const foyer = await startVenue();
  const picture = await plainPicture(1_200, 900, '#336699').jpeg().toBuffer();
  // The order is random.
  for (let round = 0; round < 5; round += 1) {
    const lea = await foyer.account();
    const body = { email: lea.email, currentPassword: testPassword };
    const [gone] = await Promise.all([
      foyer.call(deleteAccount, { body }, { as: lea }),
      put(foyer, lea, picture),
      put(foyer, lea, picture),
    ]);
    expect(gone.status).toBe(204);
    expect(await storedPictures(foyer)).toEqual([]);
    const rows = await foyer.running.storage.read.selectFrom('profilePicture').selectAll().execute();
    expect(rows).toEqual([]);
  }
});

test('an export contains the picture, and deleting the account deletes it', async () => {
  const foyer = await startVenue();
  const lea = await foyer.account({ name: 'Léa' });
  await put(foyer, lea, await plainPicture(64, 64, '#ff0000').png().toBuffer());
  const exported = await foyer.must(exportAccount, {}, { as: lea });
  expect((exported['profile'] as { picture: string }).picture).toMatch(/^data:image\/webp;base64,UklGR/);
  await foyer.must(deleteAccount, { body: { email: lea.email, currentPassword: testPassword } }, { as: lea });
  expect(await storedPictures(foyer)).toEqual([]);
});
