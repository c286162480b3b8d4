/** Given names and what their bearers are called, each group one name: titles have one form of it, texts another. */
const groups = `
abraham abe
alan al
albert al bert
alexander alex al sandy
alexandra alex sandra
alfred al alf alfie
andrew andy drew
anthony tony antony
arthur art
barbara barb barbie
benjamin ben benny
bernard bernie
catherine katherine kathryn kate kathy cathy katie kay kit
charles chuck charlie charley
christine christina chris tina
christopher chris kit
clifford cliff
cynthia cindy
daniel dan danny
david dave davy
deborah debra debbie deb
donald don donnie donny
dorothy dot dolly
douglas doug
edward ed eddie ted teddy ned
eleanor ellie nell
elizabeth liz beth betty eliza lizzie bess betsy
eugene gene
frances fran
francis frank
franklin frank
frederick fred freddie freddy
gabriel gabe
geoffrey jeffrey geoff jeff
gerald gerry jerry
gregory greg
harold harry hal
henry harry hank
jacqueline jackie
james jim jimmy jamie
jennifer jen jenny
jerome jerry
jessica jess jessie
john jack johnny jon
jonathan jon john
joseph joe joey
joshua josh
judith judy
kenneth ken kenny
kimberly kim
lawrence laurence larry
leonard len lenny leo
margaret maggie peggy meg
martin marty
matthew matt
michael mike mick mickey
nathaniel nathan nate
nicholas nick nicky
pamela pam
patricia pat patty tricia
patrick pat paddy
peter pete
philip phillip phil
raymond ray
rebecca becky
richard dick rick rich ricky richie
robert bob bobby rob robbie
ronald ron ronnie
samuel sam sammy
sidney sid
stanley stan
stephen steven steve
susan sue susie
theodore ted teddy theo
thomas tom tommy
timothy tim
victoria vicky
vincent vince
virginia ginny
walter walt
william bill billy will willie
zachary zach zack
`;

export const englishGivenNames: ReadonlyMap<string, ReadonlySet<string>> = formsByName(groups);

/** Every whole name to its short forms, every short form to the whole names. */
function formsByName(lines: string): Map<string, Set<string>> {
  const forms = new Map<string, Set<string>>();
  for (const line of lines.trim().split("\n")) {
    const [whole, ...short] = line.split(" ");
    for (const name of short) {
      forms.set(name, (forms.get(name) ?? new Set()).add(whole));
      forms.set(whole, (forms.get(whole) ?? new Set()).add(name));
    }
  }
  return forms;
}
