import { describe, expect, test } from 'vitest';
import { isReservedName } from './reserved-names.ts';
import { userNameFault } from './user-names.ts';

const OWN = {
  house: 'Moon Harbour',
  roles: ['support', 'content', 'finance', 'auditor', 'owner'],
  staff: ['finn', 'greta', 'bill-o'],
};

/** True when a member could register this name. */
function isOpen(name: string, house = OWN.house): boolean {
  return userNameFault(name) === null && !isReservedName(name, { ...OWN, house });
}

describe('kept from members are', () => {
  test.each([
    ...['staff', 'STAFF', 'Staff', 's.t.a.f.f', 'st-aff', '_staff_', 'St4ff', '5taff', 'stafff', 'staaaff'],
    ...['support', 'Supp0rt', '5upport', 'supportteam', 'Support_24', 'the.support', 'mira-support', 'MiraSupport'],
    ...['admin', 'adm1n', 'admln', 'adrnin', '4dm1n', 'admin2026', '007admin', 'TheAdmin', 'john.admin', 'admins'],
    ...[
      'administrator',
      'moderator',
      'official',
      'helpdesk',
      'house',
      'h0use',
      'TheHouse',
      'the-house',
      'roles',
      'role',
    ],
    ...['r0les', 'system', 'syst3m', 'tercet', 'TERCET', 't3rcet', 'tercet_official', 'TercetClub', 'tercet-7'],
    ...['moonharbour', 'Moon.Harbour', 'm00n-harb0ur', 'rnoonharbour', 'moonharbour-support'],
    ...['owner', 'content', 'finance', 'auditor', 'f1nance', 'soporte', 'quan_tri', 'hotro'],
    // Look-alikes of staff names.
    ...['finn', 'FINN', 'f1nn', 'f.i.n.n', 'flnn', 'gr3ta', 'Greta', 'bill-o', 'b1ll0', 'BILLO'],
    ...['finn1', 'Finn2', 'finn-pays', 'finn.finance', 'greta-desk', 'customer-service', 'customer.care', 'sysadmin'],
    ...['superadmin', 'account-manager', 'vip-manager', 'billing', 'refunds', 'noreply', 'tercets', 'terrcet'],
    ...['tercetapp', 'TercetWallet', 'tercet-fan', 'tecret', 'suppotr', 'amdinistrator'],
    ...['annasupport', 'supportanna', 'mira24support', 'iamadmin', 'ADMINMIRA', 'techsupport', 'livechat', 'Croupier'],
    ...['TheCIub', 'clubteam', 'Operator', 'SystemMessage', 'annaofficial', 'moderatormira', 'dealer', 'LiveSupport'],
    ...['Finnance', 'auditoor', 'Mod', 'mods', 'ClubMod', 'ModTeam', 'Treasury', 'Compliance', 'compliance.desk'],
    ...['MoonHarbourApp', 'MoonHarbuor', 'moonharbor', 'mooonharbour'],
    ...['aclmin', 'suport', 'suppott', 'Staf', 'Supporta'],
    // User names cannot contain letters of other scripts, full-width letters or invisible characters.
    ...[
      'ѕtaff',
      'stаff',
      'ѕuрроrt',
      'τercet',
      'ｓｔａｆｆ',
      'ａｄｍｉｎ',
      'st\u200baff',
      'ad\u00admin',
      'admin\u202e',
      'ádmin',
    ],
  ])('%j', (name) => {
    expect(isOpen(name)).toBe(false);
  });
});

describe('open to members are', () => {
  test.each([
    ...['Stafford', 'Staffan', 'Adminah', 'Hausmann', 'Housman', 'Housemann', 'Whitehouse', 'gregory.house', 'Rolando'],
    ...['systemofadown', 'Rootsy', 'Adm', 'helpful-heart', 'Helpmann', 'Helena', 'Serviceberry'],
    ...['Moon', 'Harbour', 'moonlight', 'Tercera', 'Terce', 'Contento', 'Ownerly', 'Financier', 'Auditore', 'Roleson'],
    ...['mira', 'Mira.2', 'anton-b', '_x_', '123', '2026', 'Finnegan', 'Gretchen', 'Margreta', 'Bill', 'Will-o'],
    ...['Wagstaff', 'Falstaff', 'Clubber', 'Dealey', 'Cooper', 'opera-fan', 'Techno', 'Livia', 'Iamblichus', 'Messi'],
    ...['billie', 'marina', 'admiral', 'clint', 'refugio', 'Gilling', 'Willing', 'Clara', 'Dara', 'Arnold', 'Ernest'],
    ...['Vivian', 'Bernardo', 'Marcela', 'Sergio', 'Custodio', 'Payton', 'Monique', 'Santiago', 'Percival', 'Admon'],
    ...['Nomin', 'Batbayar', 'Nguyen', 'Siti', 'Modesto', 'Offutt', 'Cassie', 'Serge', 'Casper', 'Vipin', 'Sunny'],
    ...['Treasure', 'Compliant', 'Modestas', 'Mody', 'modern', 'Audito', 'Contenta', 'Moonharb', 'harbourmoon'],
    ...['theo', 'team-mira', 'ClubSandwich', 'Desdemona', 'Realino', 'Chatterji', 'Misha', 'Mystery'],
  ])('%s', (name) => {
    expect(isOpen(name)).toBe(true);
  });
});

describe('of a house whose name begins with an article', () => {
  test.each([
    ...['TheLantern', 'Lantern', 'Lantern-Desk', 'lanternclub', 'L4ntern.Team', 'Lanternsupport', 'LanternX'],
    ...['lantern24', 'Lanttern', 'TheLanternOfficial', 'Lanterm'],
  ])('%s is kept', (name) => {
    expect(isOpen(name, 'The Lantern')).toBe(false);
  });

  test.each(['Lana', 'Lanza', 'Landon', 'Lancelot', 'Theodor', 'Thelma', 'Anton'])('%s is open', (name) => {
    expect(isOpen(name, 'The Lantern')).toBe(true);
  });

  test.each(['Lantern Club', 'The Lantern Club', 'Lantern House'])('also as %s', (house) => {
    for (const name of ['Lantern', 'TheLantern', 'lantern.desk', 'LanternClub', 'Lanterm'])
      expect(isOpen(name, house), name).toBe(false);
    for (const name of ['Lana', 'Lancelot', 'Theodor']) expect(isOpen(name, house), name).toBe(true);
    for (const name of ['Sunny', 'Sunniva']) expect(isOpen(name, 'The Sun Club'), name).toBe(true);
    for (const name of ['mira', 'Anton']) expect(isOpen(name, 'The Club'), name).toBe(true);
  });

  test('a short name is kept as a word alone', () => {
    for (const name of ['Sun', 'TheSun', 'SunTeam']) expect(isOpen(name, 'The Sun'), name).toBe(false);
    for (const name of ['Sunny', 'Sunniva', 'Sung']) expect(isOpen(name, 'The Sun'), name).toBe(true);
  });

  test('letters of the article do not make a short name long', () => {
    for (const name of ['Rose', 'TheRose', 'Rose-Team', 'TheRosse']) expect(isOpen(name, 'The Rose'), name).toBe(false);
    for (const name of ['Therese', 'Roser']) expect(isOpen(name, 'The Rose'), name).toBe(true);
    for (const name of ['Theodor', 'Theodora', 'Theo']) expect(isOpen(name, 'The Odo'), name).toBe(true);
  });

  test('letters of other scripts do not make a short name long', () => {
    for (const name of ['Vip', 'vip-team', 'VIPClub']) expect(isOpen(name, '皇冠娱乐会所 VIP'), name).toBe(false);
    for (const name of ['Viv', 'Vic', 'Vita']) expect(isOpen(name, '皇冠娱乐会所 VIP'), name).toBe(true);
    for (const name of ['Eva', 'Ela', 'Eda']) expect(isOpen(name, 'Клуб Луна Ea'), name).toBe(true);
    for (const name of ['Lanterm', 'Lanternapp']) expect(isOpen(name, 'Клуб Lantern'), name).toBe(false);
  });

  test('only a word of its own is an article', () => {
    expect(isOpen('Odora', 'Theodora')).toBe(true);
    expect(isOpen('mira', '')).toBe(true);
    expect(isOpen('mira', 'The')).toBe(true);
  });
});
