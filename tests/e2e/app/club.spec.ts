import { startClub } from '../kit/club.ts';
import { expect, test } from '../kit/fixtures.ts';

test('a club of the test kit survives what the journeys do to it', async () => {
  const club = await startClub();
  try {
    const { address, ownerUrl } = club;
    const health = () =>
      fetch(`${address}/api/health`).then(
        (answer) => answer.status,
        () => 0,
      );

    for (const _again of [1, 2]) {
      club.killServer();
      await expect.poll(health).toBe(0);
      await expect.poll(health, { timeout: 30_000 }).toBe(200);
    }

    await club.killAll();
    expect(await health()).toBe(0);
    await club.restart();
    expect(await health()).toBe(200);
    expect(club).toMatchObject({ address, ownerUrl });

    await club.killAll();
  } finally {
    await club.stop();
  }
});
