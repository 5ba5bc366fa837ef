import type { Landmark } from './city-scene.ts';

/** Outlines of landmarks as SVG paths. The middle of the foot is at 0,0; up is negative. About 90 high. */
export const LANDMARK_PATHS: Record<Landmark, string> = {
  ger: 'M-44 0V-22Q-44 -27 -38 -30L-8 -46Q0 -50 8 -46L38 -30Q44 -27 44 -22V0ZM-4 -49h8v-7h-8Z',
  stupa: 'M-34 0v-10h6v-8h6v-8q0-22 22-22t22 22v8h6v8h6v10ZM-6 -48h12l-4-26h-4ZM-1 -74h2v-14h-2Z',
  gate:
    'M-50 0v-30h12V0ZM38 0v-30h12V0ZM-38 0v-30h76V0h-22v-12q0-12-16-12t-16 12V0ZM-60 -30q18-2 20-14h80q2 12 20 14Z' +
    'M-34 -44v-10h68v10ZM-44 -54q14-2 16-12h56q2 10 16 12Z',
  pagoda:
    'M-22 0v-16h44V0ZM-36 -16q12-2 14-10h44q2 8 14 10ZM-17 -26v-12h34v12ZM-29 -38q10-2 12-9h34q2 7 12 9Z' +
    'M-12 -47v-11h24v11ZM-22 -58q8-2 10-8h24q2 6 10 8ZM-1 -66h2v-20h-2Z',
  dome:
    'M-46 0v-26h18V0ZM28 0v-26h18V0ZM-28 0v-36h56V0ZM-24 -36q-6-14 8-26q10-8 16-18q6 10 16 18q14 12 8 26Z' +
    'M-37 -26m-9 0q0-10 9-14q9 4 9 14ZM28 -26q0-10 9-14q9 4 9 14Z',
  minaret:
    'M-7 0v-64h14V0ZM-11 -64v-6h22v6ZM-6 -70v-10q0-8 6-12q6 4 6 12v10ZM-48 0v-22h41V0ZM-40 -22q0-16 14-22q14 6 14 22Z',
  church: 'M-40 0v-30h24v-8h32v8h24V0ZM-14 -38v-22h28v22ZM-18 -60l18-30l18 30ZM-1 -90h2v-8h-2ZM-4 -95h8v2h-8Z',
  'bell-tower':
    'M-12 0v-60h24V0ZM-16 -60v-5h32v5ZM-11 -65v-14h22v14ZM-13 -79l13-20l13 20ZM12 0v-32h40V0ZM12 -32l20-14l20 14Z',
  spire: 'M-40 0v-8h80v8ZM-32 -8v-8h64v8ZM-24 -16q2-22 14-34q6-8 8-30h4q2 22 8 30q12 12 14 34ZM-1 -80h2v-16h-2Z',
  'twin-towers': 'M-30 0v-66l4-8v-10h4v-10h4v10h4v10l4 8V0ZM10 0v-66l4-8v-10h4v-10h4v10h4v10l4 8V0ZM-10 -42h20v6h-20Z',
  tower: 'M-5 0l3-62h4l3 62ZM-12 -62q0-10 12-10t12 10q0 8-12 8t-12-8ZM-1.5 -72h3v-26h-3Z',
  bridge:
    'M-80 -14h160v6h-160ZM-44 0v-62h6V0ZM38 0v-62h6V0ZM-41 -60Q-60 -20 -80 -16v-2Q-62 -24 -41 -64ZM-41 -64Q0 -8 41 -64v4' +
    'Q0 -2 -41 -60ZM41 -64q21 40 39 46v2q-20-4-39-44Z',
  wheel:
    'M0 -86a38 38 0 1 0 .01 0ZM0 -81a33 33 0 1 1 -.01 0ZM-1 -84h2v72h-2ZM-37 -49h74v2h-74ZM-27 -74l54 52l-1.5 1.5l-54-52Z' +
    'M27 -74l-54 52l1.5 1.5l54-52ZM0 -50l22 50h-5l-17-40l-17 40h-5Z',
  mill:
    'M-14 0l5-48h18l5 48ZM-9 -48q9-12 18 0ZM-1 -50l-34-30l5-5l31 33ZM1 -50l34-30l-5-5l-31 33ZM-1 -48l-32 28l5 5l29-31Z' +
    'M1 -48l32 28l-5 5l-29-31Z',
};
