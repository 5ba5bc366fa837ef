import { putTestFilm } from '@tercet/dev/films/test-film.ts';
import { joinClub } from '../kit/members.ts';
import { expectGoodConsole } from '../pages/console-look.ts';
import { expect, test } from '../pages/console-test.ts';
import * as player from '../pages/player.ts';

test('staff write the chapters of a film; members see them, on the seek bar too, and jump to them', async ({
  page: member,
  club,
  staff,
}) => {
  const [title = ''] = await putTestFilm(club, 44, [{ name: 'Bars with chapters' }]);
  const cora = await staff('cora');
  await cora.goto(`/console/videos/${title}/show`);
  const chapters = cora.getByLabel('Chapters');
  for (const wrong of ['Low water', '0:30 High water\n0:10 Low water', '0:10 Low water\n0:44 Behind the end']) {
    await chapters.fill(wrong);
    await cora.getByRole('button', { name: 'Save', exact: true }).click();
    await expect(chapters).toHaveAttribute('aria-invalid', 'true');
  }
  await chapters.fill('0:10 Low water\n0:30 High water');
  await cora.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(chapters).toHaveAttribute('aria-invalid', 'false');
  await expect(cora.getByText('Saved', { exact: true })).toBeVisible();
  await expectGoodConsole(cora, 'a title with chapters');

  await member.goto(`/PlayVideo?id=${title}`);
  const list = member.getByRole('region', { name: 'Chapters' });
  await expect(list.getByRole('listitem')).toHaveText(['0:10Low water', '0:30High water']);
  // A visitor sees the preview, which ends at 0:08.
  await expect(list.getByRole('button', { name: 'Low water' })).toBeDisabled();

  await joinClub(member, club);
  await member.goto(`/PlayVideo?id=${title}`);
  await list.getByRole('button', { name: 'High water' }).click();
  await player.expectPlaying(member, 30);
  await expect(player.seekBar(member)).toHaveAttribute('aria-valuetext', /High water/);
  await list.getByRole('button', { name: 'Low water' }).click();
  await player.expectPlaying(member, 10);
  await expect(player.seekBar(member)).toHaveAttribute('aria-valuetext', /Low water/);
});
