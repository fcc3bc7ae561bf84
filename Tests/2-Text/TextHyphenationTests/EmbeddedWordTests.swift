// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import TextHyphenation

/// Words of each embedded language.
///
/// The points are those that Liang's algorithm, in twenty lines of Python, finds by the files of
/// hyph-utf8 themselves, before they are packed: it and the library were compared on up to 20,000
/// words in each of 13 languages, and were the same in all. The longest English one is divided as
/// TeX tells it.
struct EmbeddedWordTests {
  private static let divided = [
    ("af", "ver=ga=de=ring u=ni=ver=si=teit woor=de=boek"),
    ("as", "অ=স=মী=য়া বি=শ্ব=বি=দ্যা=ল=য়"),
    ("be", "уні=ве=р=сі=тэт бе=ла=ру=с=ка=моў=ны"),
    ("bg", "уни=вер=си=тет срич=коп=ре=на=ся=не"),
    ("bn", "বি=শ্ব=বি=দ্যা=ল=য় বাং=লা=দে=শ"),
    ("ca", "uni=ver=si=tat in=tel·=li=gèn=cia cu=rie"),
    ("cy", "prif=ysgol llyfr=gell=oedd"),
    ("da", "uni=ver=si=te=tet ord=de=ling sprog=forsk=ning"),
    ("de", "sil=ben=tren=nung do=nau=dampf=schiff=fahrt stra=ßen=bahn=hal=te=stel=le zu=cker"),
    ("el", "πα=νε=πι=στή=μιο συλ=λα=βι=σμός"),
    (
      "en",
      "hy=phen=ation con=cate=na=tion su=per=cal=ifrag=ilis=tic=ex=pi=ali=do=cious "
        + "as=so=ciate present al=go=rithm"
    ),
    ("en-GB", "hy=phen=a=tion uni=ver=sity how=ever pho=to=graphy"),
    ("es", "uni=ver=si=dad se=pa=ra=ción de=sa=rro=llo"),
    ("et", "üli=koo=lide poo=li=ta=mine"),
    ("eu", "uni=ber=tsi=ta=tea eus=kal=tzain=dia"),
    ("fi", "ta=vu=tuk=ses=sa yli=opis=tos=sa"),
    ("fr", "uni=ver=si=té an=ti=cons=ti=tu=tion=nel=le=ment au=jour=d'hui au=jour=d’hui"),
    ("ga", "oll=scoil=eanna leabh=ar=lann"),
    ("gl", "uni=ver=si=da=de gu=io=ni=za=ción"),
    ("gu", "વિ=શ્વ=વિ=દ્યા=લ=ય"),
    ("hi", "वि=श्व=वि=द्या=ल=य न=म=स्का=र"),
    ("hr", "sve=uči=li=šte ras=tav=lja=nje"),
    ("is", "há=skól=inn orða=skipt=ing"),
    ("it", "uni=ver=si=tà sil=la=ba=zio=ne del=l'u=ni=ver=si=tà"),
    ("ka", "უ=ნი=ვერ=სი=ტე=ტი და=მარ=ცვლა"),
    ("kn", "ವಿ=ಶ್ವ=ವಿ=ದ್ಯಾ=ಲ=ಯ"),
    ("la", "uni=ver=si=tas syl=la=ba=rum"),
    ("lt", "uni=ver=si=te=tas kė=li=mas skie=me=na=vi=mas"),
    ("ml", "സർ=വ=ക=ലാ=ശാ=ല"),
    ("mn", "сур=гуу=лийн хэл=бэр=жүү=лэх"),
    ("mr", "वि=द्या=पी=ठ म=हा=रा=ष्ट्र"),
    ("nl", "uni=ver=si=teit aan=dachts=trek=ker woord=af=bre=king"),
    ("no", "uni=ver=si=te=tet ord=de=lin=gen ant=wer=pen"),
    ("oc", "uni=ver=si=tat len=ga=do=cian"),
    ("or", "ବି=ଶ୍ୱ=ବି=ଦ୍ୟା=ଳୟ"),
    ("pa", "ਯੂ=ਨੀ=ਵ=ਰ=ਸਿ=ਟੀ"),
    ("pl", "uni=wer=sy=tet dzie=le=nie by=naj=mniej"),
    ("pt", "uni=ver=si=dade se=pa=ra=ção soft=ware"),
    ("ru", "уни=вер=си=тет пе=ре=но=сы биз=нес=мен"),
    ("sl", "uni=ver=za de=lje=nje be=sed"),
    ("sq", "uni=ver=si=tet ndar=ja shko=lla=ve"),
    ("sr", "уни=вер=зи=тет uni=ver=zi=tet на=дно"),
    ("sv", "uni=ver=si=te=tet av=stav=ning sjuk=skö=ters=ka"),
    ("ta", "பல்=க=லைக்=க=ழ=கம்"),
    ("te", "వి=శ్వ=వి=ద్యా=ల=యం"),
    ("tk", "uni=wer=si=tet ki=tap=ha=na"),
    ("tr", "üni=ver=si=te he=ce=le=me öğ=ret=men=lik"),
    ("uk", "уні=вер=си=тет пе=ре=не=се=н=ня п'я=тни=ця п’я=тни=ця"),
  ]

  @Test(arguments: divided)
  func words(language: String, divided: String) throws {
    let hyphenator = try #require(try Hyphenator.embedded(language: language))
    for word in divided.split(separator: " ") {
      let whole = String(word.replacing("=", with: ""))
      #expect(hyphenator.hyphenated(whole) == word, "\(language)")
    }
  }

  /// No language is without a word above: the tags are those of the table, and their like.
  @Test func allLanguagesAreTried() {
    let tried = Set(Self.divided.map(\.0))
    let alike = ["en-AU", "en-NZ", "en-IE", "en-ZA", "en-IN", "nb", "nn", "bs", "sh"]
    #expect(Set(Hyphenator.embeddedLanguages) == tried.union(alike))
  }
}
