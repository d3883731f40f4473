//! The test vectors of Web Authentication Level 3, §16 ("Test vectors"), and what must be refused.

use super::*;

/// §16.7, an ES256 credential with packed attestation; the person was verified in both ceremonies.
const ES256: Vector = Vector {
    challenge: "c1184a5fddf8045e13dc47f54b61f5a656b666b59018f16d870e9256e9952012",
    client_data: "7b2274797065223a22776562617574686e2e637265617465222c226368616c6c656e6765223a227752684b58393334424634543345663153324831706c61325a725751475046746877365356756d56494249222c226f726967696e223a2268747470733a2f2f6578616d706c652e6f7267222c2263726f73734f726967696e223a66616c73652c22657874726144617461223a22636c69656e74446174614a534f4e206d617920626520657874656e6465642077697468206164646974696f6e616c206669656c647320696e20746865206675747572652c207375636820617320746869733a20396138624e596a4b436757724258552d66436c316167227d",
    attestation: "a363666d74667061636b65646761747453746d74a363616c6726637369675847304502203f19ec4b229f46ab8c45eff29b904ff10c0390dc40bf1216f04a78f4ceba3425022100fe7041a32759aff05a0f9f26c70a999c7a284451ba89234a1d3483c25e21925b637835638159022530820221308201c8a00302010202110088c220f83c8ef1feafe94deae45faad0300a06082a8648ce3d0403023062311e301c06035504030c15576562417574686e207465737420766563746f7273310c300a060355040a0c0357334331253023060355040b0c1c41757468656e74696361746f72204174746573746174696f6e204341310b30090603550406130241413020170d3234303130313030303030305a180f33303234303130313030303030305a305f311e301c06035504030c15576562417574686e207465737420766563746f7273310c300a060355040a0c0357334331223020060355040b0c1941757468656e74696361746f72204174746573746174696f6e310b30090603550406130241413059301306072a8648ce3d020106082a8648ce3d03010703420004a91ba4389409dd38a428141940ca8feb1ac0d7b4350558104a3777a49322f3798440f378b3398ab2d3bb7bf91322c92eb23556f59ad0a836fec4c7663b0e4dc3a360305e300c0603551d130101ff04023000300e0603551d0f0101ff040403020780301d0603551d0e04160414a589ba72d060842ab11f74fb246bdedab16f9b9b301f0603551d2304183016801445aff715b0dd786741fee996ebc16547a3931b1e300a06082a8648ce3d040302034700304402201726b9d85ecd8a5ed51163722ca3a20886fd9b242a0aa0453d442116075defd502207ef471e530ac87961a88a7f0d0c17b091ffc6b9238d30f79f635b417be5910e768617574684461746158a4bfabc37432958b063360d3ad6461c9c4735ae7f8edd46592a5e0f01452b2e4b54d00000000876ca4f52071c3e9b25509ef2cdf7ed60020c9a6f5b3462d02873fea0c56862234f99f081728084e511bb7760201a89054a5a50102032620012158201cf27f25da591208a4239c2e324f104f585525479a29edeedd830f48e77aeae522582059e4b7da6c0106e206ce390c93ab98a15a5ec3887e57f0cc2bece803b920c423",
    credential: "c9a6f5b3462d02873fea0c56862234f99f081728084e511bb7760201a89054a5",
    get_challenge: "b1106fa46a57bef1781511c0557dc898a03413d5f0f17d244630c194c7e1adb5",
    get_client_data: "7b2274797065223a22776562617574686e2e676574222c226368616c6c656e6765223a2273524276704770587676463446524841565833496d4b4130453958773858306b526a44426c4d6668726255222c226f726967696e223a2268747470733a2f2f6578616d706c652e6f7267222c2263726f73734f726967696e223a66616c73652c22657874726144617461223a22636c69656e74446174614a534f4e206d617920626520657874656e6465642077697468206164646974696f6e616c206669656c647320696e20746865206675747572652c207375636820617320746869733a20415a4d77794d78496244382d756775464e7036723851227d",
    data: "bfabc37432958b063360d3ad6461c9c4735ae7f8edd46592a5e0f01452b2e4b50d00000000",
    signature: "30450220694969d3ee928de6f02ef23a9c644d7d779916451734a94b432542f498a1ebe90221008b0819c824218a97152cd099c55bfb1477b29d900a49a64018314f9bfccda163",
};

/// §16.2, an ES256 credential without attestation; the person was not verified.
const UNVERIFIED: Vector = Vector {
    challenge: "00c30fb78531c464d2b6771dab8d7b603c01162f2fa486bea70f283ae556e130",
    client_data: "7b2274797065223a22776562617574686e2e637265617465222c226368616c6c656e6765223a22414d4d507434557878475453746e63647134313759447742466938767049612d7077386f4f755657345441222c226f726967696e223a2268747470733a2f2f6578616d706c652e6f7267222c2263726f73734f726967696e223a66616c73652c22657874726144617461223a22636c69656e74446174614a534f4e206d617920626520657874656e6465642077697468206164646974696f6e616c206669656c647320696e20746865206675747572652c207375636820617320746869733a20426b5165446a646354427258426941774a544c453551227d",
    attestation: "a363666d74646e6f6e656761747453746d74a068617574684461746158a4bfabc37432958b063360d3ad6461c9c4735ae7f8edd46592a5e0f01452b2e4b559000000008446ccb9ab1db374750b2367ff6f3a1f0020f91f391db4c9b2fde0ea70189cba3fb63f579ba6122b33ad94ff3ec330084be4a5010203262001215820afefa16f97ca9b2d23eb86ccb64098d20db90856062eb249c33a9b672f26df61225820930a56b87a2fca66334b03458abf879717c12cc68ed73290af2e2664796b9220",
    credential: "f91f391db4c9b2fde0ea70189cba3fb63f579ba6122b33ad94ff3ec330084be4",
    get_challenge: "39c0e7521417ba54d43e8dc95174f423dee9bf3cd804ff6d65c857c9abf4d408",
    get_client_data: "7b2274797065223a22776562617574686e2e676574222c226368616c6c656e6765223a224f63446e55685158756c5455506f334a5558543049393770767a7a59425039745a63685879617630314167222c226f726967696e223a2268747470733a2f2f6578616d706c652e6f7267222c2263726f73734f726967696e223a66616c73657d",
    data: "bfabc37432958b063360d3ad6461c9c4735ae7f8edd46592a5e0f01452b2e4b51900000000",
    signature: "3046022100f50a4e2e4409249c4a853ba361282f09841df4dd4547a13a87780218deffcd380221008480ac0f0b93538174f575bf11a1dd5d78c6e486013f937295ea13653e331e87",
};

/// §16.11: the COSE key of an Ed25519 credential, and what it has signed.
const ED25519_KEY: &str =
    "a401010327200621582044e06ddd331c36a8dc667bab52bcae63486c916aa5e339e6acebaa84934bf832";
const ED25519_DATA: &str = "bfabc37432958b063360d3ad6461c9c4735ae7f8edd46592a5e0f01452b2e4b50100000000";
const ED25519_CLIENT_DATA: &str = "7b2274797065223a22776562617574686e2e676574222c226368616c6c656e6765223a2269566c583442786a4f6d6d44534b4c596f7870557439736e364d48454f7943413135726947514a6e763949222c226f726967696e223a2268747470733a2f2f6578616d706c652e6f7267222c2263726f73734f726967696e223a66616c73657d";
const ED25519_SIGNATURE: &str = "f5c59c7e46c34f6f8cc197101ddf9934fa2595f68eb1913a637e8419eb9ba4cfdfc48f85393bc0d40b011f0d6fecb097d6607525713223a0dc0d453993dae00b";

/// §16.10: the COSE key of an RS256 credential, whose modulus is the product of two Mersenne primes, and what it has signed.
const RS256_KEY: &str = "a4010303390100205901b403fffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7ffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff800000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000012143010001";
const RS256_DATA: &str = "bfabc37432958b063360d3ad6461c9c4735ae7f8edd46592a5e0f01452b2e4b51900000000";
const RS256_CLIENT_DATA: &str = "7b2274797065223a22776562617574686e2e676574222c226368616c6c656e6765223a224b56395a39667150356978617970346e596d7834794e6f33617562597a5333536d75757459423462784d55222c226f726967696e223a2268747470733a2f2f6578616d706c652e6f7267222c2263726f73734f726967696e223a66616c73657d";
const RS256_SIGNATURE: &str = "01063d52d7c39b4d432fc7063c5d93e582bdcb16889cd71f888d67d880ea730a428498d3bc8e1ee11f2b1ecbe6c292b118c55ffaaddefa8cad0a54dd137c51f1eec673f1bb6c4d1789d6826a222b22d0f585fc901fdc933212e579d199b89d672aa44891333e6a1355536025e82b25590256c3538229b55737083b2f6b9377e49e2472f11952f79fdd0da180b5ffd901b4049a8f081bb40711bef76c62aed943571f2d0575304cb549d68d8892f95086a30f93716aee818f8dc06e96c0d5e0ed4cfa9fd8773d90464b68cf140f7986666ff9c9e3302acd0535d60d769f465e2ab57ef8aabc89fccfef7ba32a64154a8b3d26be2298f470b8cc5377dbe3dfd4b0b45f8f01e63bde6cfc76b62771f9b70aa27cf40152cad93aa5acd784fd4b90f676e2ea828d0bf2400aebbaae4153e5838f537f88b6228346782a93a899be66ec77de45b3efcf311da6321c92e6b0cd11bfe653bf3e98cee8e341f02d67dbb6f9c98d9e8178090cfb5b70fbc6d541599ac794ae2f1d4de1286ec8de8c2daf7b1d15c8438e90d924df5c19045220a4c8438c1b979bbe016cf3d0eeec23c3999d4882cc645b776de930756612cdc6dd398160ff02a6";

struct Vector {
    challenge: &'static str,
    client_data: &'static str,
    attestation: &'static str,
    credential: &'static str,
    get_challenge: &'static str,
    get_client_data: &'static str,
    data: &'static str,
    signature: &'static str,
}

fn bytes(hex: &str) -> Vec<u8> {
    let pairs = hex.as_bytes().chunks(2).map(|pair| std::str::from_utf8(pair).unwrap());
    pairs.map(|pair| u8::from_str_radix(pair, 16).unwrap()).collect()
}

fn party() -> RelyingParty {
    RelyingParty::of("https://example.org").unwrap()
}

impl Vector {
    fn register(&self) -> Result<NewCredential, BadCredential> {
        verify_registration(
            &party(),
            &bytes(self.challenge),
            &bytes(self.client_data),
            &bytes(self.attestation),
        )
    }

    fn sign_in(&self, party: &RelyingParty, key: &PublicKey) -> Result<Assertion, BadCredential> {
        verify_assertion(
            party,
            &bytes(self.get_challenge),
            key,
            &bytes(self.get_client_data),
            &bytes(self.data),
            &bytes(self.signature),
        )
    }
}

#[test]
fn the_credential_of_the_standard_is_made_and_signs_in() {
    let made = ES256.register().unwrap();
    assert_eq!((made.id, made.count, made.is_backed_up), (bytes(ES256.credential), 0, false));
    let stored: PublicKey = serde_json::from_str(&serde_json::to_string(&made.key).unwrap()).unwrap();
    assert_eq!(stored, made.key);
    assert_eq!(ES256.sign_in(&party(), &stored), Ok(Assertion { count: 0, is_backed_up: false }));
}

#[test]
fn a_person_whom_the_authenticator_did_not_verify_is_refused() {
    assert_eq!(UNVERIFIED.register(), Err(BadCredential));
    let object = data_of_attestation(&bytes(UNVERIFIED.attestation)).unwrap();
    let key = AuthenticatorData::parse(&object).unwrap().made_credential().unwrap().key;
    assert_eq!(UNVERIFIED.sign_in(&party(), &key), Err(BadCredential));
    // The signature itself is valid.
    let hash = Sha256::digest(bytes(UNVERIFIED.get_client_data));
    let signed = [bytes(UNVERIFIED.data), hash.to_vec()].concat();
    assert!(key.verifies(&signed, &bytes(UNVERIFIED.signature)));
}

#[test]
fn ed25519_and_rs256_signatures_of_the_standard_are_verified() {
    let vectors = [
        (ED25519_KEY, ED25519_DATA, ED25519_CLIENT_DATA, ED25519_SIGNATURE),
        (RS256_KEY, RS256_DATA, RS256_CLIENT_DATA, RS256_SIGNATURE),
    ];
    for (key, data, client_data, signature) in vectors {
        let value = coset::cbor::from_reader(bytes(key).as_slice()).unwrap();
        let key = PublicKey::from_cose(value).unwrap();
        let mut signed = [bytes(data), Sha256::digest(bytes(client_data)).to_vec()].concat();
        assert!(key.verifies(&signed, &bytes(signature)));
        signed[33] ^= 1;
        assert!(!key.verifies(&signed, &bytes(signature)));
    }
}

#[test]
fn an_answer_for_another_site_or_challenge_is_refused() {
    let key = ES256.register().unwrap().key;
    let other = RelyingParty::of("https://example.com").unwrap();
    assert_eq!(ES256.sign_in(&other, &key), Err(BadCredential), "another site");
    let other_challenge = Vector { get_challenge: ES256.challenge, ..ES256 };
    assert_eq!(other_challenge.sign_in(&party(), &key), Err(BadCredential), "another challenge");
    // Checks the hash in the authenticator data by itself: in a whole answer the wrong origin is refused first.
    let data = bytes(ES256.data);
    let data = AuthenticatorData::parse(&data).unwrap();
    assert_eq!(data.check(&party()), Ok(()));
    assert_eq!(data.check(&other), Err(BadCredential), "authenticator data of another site");
}

// Checks the client data by itself: in a whole answer the signature would refuse each changed text.
#[test]
fn client_data_from_a_frame_or_of_another_origin_or_ceremony_is_refused() {
    let check = |text: &str, ceremony: &str| {
        check_client_data(text.as_bytes(), ceremony, &bytes(ES256.get_challenge), &party())
    };
    let text = String::from_utf8(bytes(ES256.get_client_data)).unwrap();
    assert_eq!(check(&text, "webauthn.get"), Ok(()));
    assert_eq!(check(&text, "webauthn.create"), Err(BadCredential), "signing in, not making");
    let framed = text.replace("\"crossOrigin\":false", "\"crossOrigin\":true");
    let insecure = text.replace("https:", "http:");
    for changed in [framed, insecure] {
        assert_eq!(check(&changed, "webauthn.get"), Err(BadCredential), "{changed}");
    }
}

#[test]
fn a_changed_byte_of_data_or_signature_is_refused() {
    let key = ES256.register().unwrap().key;
    let (data, signature) = (bytes(ES256.data), bytes(ES256.signature));
    let verify = |data: &[u8], signature: &[u8]| {
        let client_data = bytes(ES256.get_client_data);
        verify_assertion(&party(), &bytes(ES256.get_challenge), &key, &client_data, data, signature)
    };
    assert!(verify(&data, &signature).is_ok());
    for at in 0..data.len() {
        let mut changed = data.clone();
        changed[at] ^= 0x20;
        assert_eq!(verify(&changed, &signature), Err(BadCredential), "byte {at} of the data");
    }
    for at in 0..signature.len() {
        let mut changed = signature.clone();
        changed[at] ^= 1;
        assert_eq!(verify(&data, &changed), Err(BadCredential), "byte {at} of the signature");
    }
}

#[test]
fn truncated_and_padded_structures_are_refused_without_a_panic() {
    let whole = bytes(ES256.attestation);
    for length in 0..whole.len() {
        assert!(data_of_attestation(&whole[..length]).is_err(), "{length} bytes");
    }
    assert!(data_of_attestation(&[whole.as_slice(), &[0]].concat()).is_err());
    let data = data_of_attestation(&whole).unwrap();
    for length in 0..data.len() {
        let made = AuthenticatorData::parse(&data[..length]).and_then(|data| data.made_credential());
        assert!(made.is_err(), "{length} bytes");
    }
    let longer = [data.as_slice(), &[0xa0]].concat();
    assert!(AuthenticatorData::parse(&longer).unwrap().made_credential().is_err());
    // With the flag that announces extensions, the added byte is valid: an empty map of extensions.
    let mut with_extensions = longer;
    with_extensions[32] |= 0x80;
    assert!(AuthenticatorData::parse(&with_extensions).unwrap().made_credential().is_ok());
    // Nesting that would overflow the stack of a reader without a depth limit.
    assert!(data_of_attestation(&vec![0x81; 100_000]).is_err());
}
