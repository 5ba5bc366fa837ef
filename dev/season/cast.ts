/** A member of the cast. All properties are fixed, so that two seasons differ only in their dice. */
export interface Character {
  userName: string;
  birthDate: string;
  /** Day of the season on which they join, from 0. */
  joins: number;
  /** The last day on which they play; absent if they stay. */
  leaves?: number;
  plays: Hours;
  style: Style;
  /** Percentage of the draws in these hours that they bet on. */
  keenness: number;
}

export type Hours = 'mornings' | 'lunches' | 'evenings' | 'nights' | 'weekends';
export type Style = 'steady' | 'parity' | 'middle' | 'number' | 'spread' | 'bold';

export const CAST: readonly Character[] = [
  { userName: 'Bolormaa', birthDate: '1988-02-11', joins: 0, plays: 'evenings', style: 'steady', keenness: 40 },
  { userName: 'Temuulen', birthDate: '1994-06-30', joins: 0, plays: 'nights', style: 'number', keenness: 35 },
  { userName: 'Saruul', birthDate: '1991-09-05', joins: 0, plays: 'mornings', style: 'parity', keenness: 30 },
  { userName: 'Rustam', birthDate: '1979-12-24', joins: 0, plays: 'lunches', style: 'middle', keenness: 45 },
  { userName: 'Nodira', birthDate: '1996-03-17', joins: 0, plays: 'evenings', style: 'spread', keenness: 25 },
  { userName: 'Layla', birthDate: '1990-07-08', joins: 1, plays: 'nights', style: 'steady', keenness: 35 },
  { userName: 'Yusuf', birthDate: '1983-01-29', joins: 1, leaves: 33, plays: 'evenings', style: 'bold', keenness: 30 },
  { userName: 'Min-seo', birthDate: '1997-11-13', joins: 2, plays: 'evenings', style: 'parity', keenness: 50 },
  { userName: 'Ji-hoon', birthDate: '1992-04-02', joins: 2, plays: 'nights', style: 'middle', keenness: 40 },
  { userName: 'Emma_K', birthDate: '1986-08-19', joins: 3, plays: 'lunches', style: 'number', keenness: 30 },
  { userName: 'Noah.P', birthDate: '1999-05-21', joins: 3, leaves: 20, plays: 'weekends', style: 'bold', keenness: 45 },
  { userName: 'Lucia', birthDate: '1993-10-10', joins: 4, plays: 'evenings', style: 'spread', keenness: 35 },
  { userName: 'Mateo', birthDate: '1989-06-14', joins: 5, plays: 'nights', style: 'steady', keenness: 30 },
  { userName: 'Anahit', birthDate: '1984-03-03', joins: 5, plays: 'mornings', style: 'middle', keenness: 35 },
  { userName: 'Hayk', birthDate: '1995-12-01', joins: 6, plays: 'weekends', style: 'number', keenness: 60 },
  { userName: 'Linh', birthDate: '1998-02-27', joins: 7, plays: 'evenings', style: 'parity', keenness: 45 },
  { userName: 'Quang', birthDate: '1987-09-16', joins: 8, plays: 'lunches', style: 'steady', keenness: 50 },
  { userName: 'Aisyah', birthDate: '1992-01-07', joins: 8, plays: 'mornings', style: 'spread', keenness: 30 },
  { userName: 'Farid', birthDate: '1981-11-22', joins: 9, leaves: 61, plays: 'nights', style: 'parity', keenness: 35 },
  { userName: 'Niran', birthDate: '1990-04-26', joins: 10, plays: 'evenings', style: 'number', keenness: 30 },
  { userName: 'Malee', birthDate: '1996-08-08', joins: 11, plays: 'lunches', style: 'middle', keenness: 40 },
  { userName: 'Mei-hua', birthDate: '1985-05-15', joins: 12, plays: 'mornings', style: 'steady', keenness: 45 },
  { userName: 'Chih-wei', birthDate: '1994-10-31', joins: 13, plays: 'evenings', style: 'middle', keenness: 30 },
  { userName: 'Haruto', birthDate: '1991-02-18', joins: 14, plays: 'nights', style: 'spread', keenness: 35 },
  { userName: 'Sakura', birthDate: '1998-07-23', joins: 15, plays: 'mornings', style: 'number', keenness: 25 },
  { userName: 'Otgon', birthDate: '1977-06-06', joins: 17, plays: 'weekends', style: 'bold', keenness: 35 },
  { userName: 'Parvina', birthDate: '1993-12-12', joins: 19, plays: 'evenings', style: 'parity', keenness: 40 },
  { userName: 'Karim', birthDate: '1988-03-28', joins: 22, plays: 'lunches', style: 'steady', keenness: 35 },
  {
    userName: 'Elena',
    birthDate: '1982-09-09',
    joins: 24,
    leaves: 70,
    plays: 'weekends',
    style: 'spread',
    keenness: 55,
  },
  { userName: 'Diego', birthDate: '1997-01-19', joins: 27, plays: 'nights', style: 'bold', keenness: 20 },
];
